import { join } from "node:path";
import { createLocalHost } from "../code-hosts/local/create-local-host.ts";
import { createLocalReview, type LocalMerging } from "../code-hosts/local/create-local-review.ts";
import type { HostConnection } from "../code-hosts/types.ts";
import type { Config } from "../config.ts";
import type { MirrorOptions } from "../git/bring-into-mirror.ts";
import { deleteJobRefs } from "../git/delete-job-refs.ts";
import { ensureMirror } from "../git/ensure-mirror.ts";
import { isMerged } from "../git/is-merged.ts";
import { mergeBranch } from "../git/merge-branch.ts";
import { parseRepository } from "../git/parse-repository.ts";
import { prepareMerge } from "../git/prepare-merge.ts";
import { splitCertificates } from "../network/authorities.ts";
import { createPullRequestStore } from "../pull-requests/create-pull-request-store.ts";
import { createReviewStore } from "../pull-requests/create-review-store.ts";
import type { ProjectCredentials } from "../secrets/project-credentials.ts";
import type { Database } from "../store/database.ts";
import { randomBase62 } from "../text/base62.ts";
import { toRemoteNetwork } from "./create-network.ts";

interface LocalHostDeps {
  database: Database;
  publicUrl: string;
  config: Config;
}

type LocalProject = { projectId: string; repository: string };

/** A repository that git alone reaches: Copydesk keeps its pull requests, and merges them with git. */
export function openLocalHost(
  { database, publicUrl, config }: LocalHostDeps,
  { projectId, repository }: LocalProject,
  credentials: ProjectCredentials,
  signal: AbortSignal | undefined,
): HostConnection {
  const { token, username, ssh } = credentials;
  const authorities = splitCertificates(credentials.certificateAuthority ?? "");
  const login = token === undefined ? null : { username: username ?? "x-access-token", password: token };
  const parsed = parseRepository(repository);
  const openMirror = async (): Promise<MirrorOptions> => ({
    mirror: await ensureMirror(join(config.dataFolder, "mirrors"), parsed, signal),
    repository: parsed,
    allowPrivateAddresses: config.allowPrivateAddresses,
    network: toRemoteNetwork(config),
    access: async () => ({ login, ssh: ssh ?? null, authorities }),
    signal,
  });
  const pullRequests = createLocalHost({
    pullRequests: createPullRequestStore(database),
    publicUrl,
    projectId,
    isMerged: async ({ baseRef, headCommit, plannedMerges }) =>
      await isMerged({ ...(await openMirror()), baseRef, headCommit, planned: plannedMerges }),
  });
  const merging = createMerging(openMirror, credentials);
  const review = createLocalReview({ reviews: createReviewStore(database), merging, projectId });
  return {
    ...{ pullRequests, httpLogin: async () => login, canWrite: async () => false, review },
    // There are none beside Copydesk's own, which the change has passed.
    readChecks: async () => "green",
  };
}

function createMerging(
  openMirror: () => Promise<MirrorOptions>,
  { signing }: Pick<ProjectCredentials, "signing">,
): LocalMerging {
  return {
    look: ({ branch, headCommit, baseRef, plannedMerges }) =>
      holding(openMirror, async (mirror) => {
        const sides = { ...mirror, branch, headCommit, baseRef, loadPlanned: async () => plannedMerges };
        const prepared = await prepareMerge(sides);
        if (prepared.kind === "merged") return prepared;
        const { head, result } = prepared;
        return { kind: "open", headCommit: head.commit, conflicts: result.conflicts };
      }),
    merge: ({ branch, baseRef }, { by, ...merge }) =>
      holding(openMirror, (mirror) =>
        mergeBranch({ ...mirror, ...merge, branch, baseRef, author: by, signing }),
      ),
  };
}

/** Under a name of its own in the mirror: jobs hold theirs there at the same time. */
async function holding<T>(
  openMirror: () => Promise<MirrorOptions>,
  use: (mirror: MirrorOptions & { holder: string }) => Promise<T>,
): Promise<T> {
  const mirror = await openMirror();
  const holder = `review_${randomBase62(22)}`;
  try {
    return await use({ ...mirror, holder });
  } finally {
    await deleteJobRefs(mirror.mirror, holder);
  }
}
