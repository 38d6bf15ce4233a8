import type { GiteaPull, GiteaState } from "./gitea-state.ts";
import { type Sides, tryBranches } from "./review-branches.ts";

export function sidesOf({ repository }: GiteaState, { base, head, headRepository }: GiteaPull): Sides {
  return { folder: repository.folder, base, headFolder: headRepository.folder, head };
}

/** Until it was tried, the host says the same as of one with conflicts. */
export async function tryPull(state: GiteaState, pull: GiteaPull): Promise<{ mergeable: boolean }> {
  const tried = pull.state === "open" ? await tryBranches(sidesOf(state, pull)) : null;
  const key = `${tried?.baseCommit} ${tried?.headCommit}`;
  const isFresh = state.isBusy || pull.tried !== key;
  pull.tried = key;
  const isDraft = /^(WIP:|\[WIP\])/i.test(pull.title);
  return { mergeable: !isFresh && !isDraft && tried !== null && tried.conflicts.length === 0 };
}
