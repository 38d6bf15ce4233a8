import { createLocalHost } from "../code-hosts/local/create-local-host.ts";
import { createLocalReview, type LocalMerging } from "../code-hosts/local/create-local-review.ts";
import type { HostConnection } from "../code-hosts/types.ts";
import type { Config } from "../config.ts";
import type { MirrorOptions } from "../git/fetch/bring-into-mirror.ts";
import { isMerged } from "../git/follow-up/is-merged.ts";
import { mergeBranch } from "../git/merge/merge-branch.ts";
import { prepareMerge } from "../git/merge/prepare-merge.ts";
import { splitCertificates } from "../network/authorities.ts";
import { createPullRequestStore } from "../pull-requests/create-pull-request-store.ts";
import { createReviewStore } from "../pull-requests/create-review-store.ts";
import type { ProjectCredentials } from "../secrets/project-credentials.ts";
import type { Database } from "../store/database.ts";
import { holdMirror, openMirrorOf } from "./hold-mirror.ts";

interface LocalHostDeps {
  database: Database;
  publicUrl: string;
  config: Config;
}

type LocalProject = { projectId: string; repository: string };

/** Opens a repository that only git can access: Copydesk keeps its pull requests and merges them with git. */
export function openLocalHost(
  { database, publicUrl, config }: LocalHostDeps,
  { projectId, repository }: LocalProject,
  credentials: ProjectCredentials,
  signal: AbortSignal | undefined,
): HostConnection {
  const { token, username, ssh } = credentials;
  const authorities = splitCertificates(credentials.certificateAuthority ?? "");
  const login = token === undefined ? null : { username: username ?? "x-access-token", password: token };
  const access = async () => ({ login, ssh: ssh ?? null, authorities });
  const openMirror = () => openMirrorOf(config, repository, { access, signal });
  const pullRequests = createLocalHost({
    pullRequests: createPullRequestStore(database),
    publicUrl,
    projectId,
    isMerged: async ({ baseRef, baseCommit: madeAfter, headCommit, plannedMerges: planned }) =>
      await isMerged({ ...(await openMirror()), baseRef, headCommit, planned, madeAfter }),
  });
  const merging = createMerging(openMirror, credentials);
  const review = createLocalReview({ reviews: createReviewStore(database), merging, projectId });
  return {
    ...{ pullRequests, httpLogin: async () => login, canWrite: async () => false, review },
    // There are none besides Copydesk's own checks, which the change has passed.
    readChecks: async () => "green",
  };
}

function createMerging(
  openMirror: () => Promise<MirrorOptions>,
  { signing }: Pick<ProjectCredentials, "signing">,
): LocalMerging {
  return {
    look: async ({ branch, headCommit, baseRef, plannedMerges }) =>
      holdMirror(await openMirror(), async (mirror) => {
        const sides = { ...mirror, branch, headCommit, baseRef, loadPlanned: async () => plannedMerges };
        const prepared = await prepareMerge(sides);
        if (prepared.kind === "merged") return prepared;
        const { head, result } = prepared;
        return { kind: "open", headCommit: head.commit, conflicts: result.conflicts };
      }),
    merge: async ({ branch, baseRef }, { by, ...merge }) =>
      holdMirror(await openMirror(), (mirror) =>
        mergeBranch({ ...mirror, ...merge, branch, baseRef, author: by, signing }),
      ),
  };
}
