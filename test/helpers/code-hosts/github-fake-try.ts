import type { Call } from "./github-fake-routes.ts";
import type { FakePull } from "./github-fake-state.ts";
import { type Sides, tryBranches } from "./review-branches.ts";

export function sidesOf({ repository }: Call, { base, head, headRepository }: FakePull): Sides {
  return { folder: repository.folder, base, headFolder: headRepository.folder, head };
}

/** GitHub tries a merge once it is asked about it, and knows the result when it is asked again. */
export async function tryPull(call: Call, pull: FakePull): Promise<object> {
  if (pull.state !== "open") return {};
  const tried = await tryBranches(sidesOf(call, pull));
  const key = `${tried?.baseCommit} ${tried?.headCommit}`;
  const isFresh = pull.tried !== key;
  pull.tried = key;
  if (tried === null || isFresh) return { mergeable: null, mergeable_state: "unknown" };
  if (tried.conflicts.length > 0) return { mergeable: false, mergeable_state: "dirty" };
  return { mergeable: true, mergeable_state: pull.draft ? "draft" : "clean" };
}
