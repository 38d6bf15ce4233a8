import type { PullRequestStore } from "../../code-hosts/local/pull-request-store.ts";
import type { Database } from "../database.ts";
import { findOpenPullRequest } from "./find-open-pull-request.ts";
import { insertPullRequest } from "./insert-pull-request.ts";
import { loadPullRequest } from "./load-pull-request.ts";
import { setPullRequestComment } from "./set-pull-request-comment.ts";
import { setPullRequestMerged } from "./set-pull-request-merged.ts";
import { updatePullRequest } from "./update-pull-request.ts";

/** What the local code host keeps its pull requests in. */
export function createPullRequestStore(database: Pick<Database, "db">): PullRequestStore {
  return {
    findOpen: async (projectId, branch) =>
      (await findOpenPullRequest(database, { projectId, branch })) ?? null,
    insert: (projectId, draft) => insertPullRequest(database, projectId, draft),
    update: async (projectId, number, draft) =>
      (await updatePullRequest(database, { projectId, number }, draft)) ?? null,
    async load(projectId, number) {
      const row = await loadPullRequest(database, { projectId, number });
      if (row === undefined) return null;
      const { state, branch, base_ref: baseRef, head_commit: headCommit, planned_merges } = row;
      return { number: row.number, state, branch, baseRef, headCommit, plannedMerges: planned_merges };
    },
    comment: (projectId, number, comment) => setPullRequestComment(database, { projectId, number }, comment),
    setMerged: (projectId, number) => setPullRequestMerged(database, { projectId, number }),
  };
}
