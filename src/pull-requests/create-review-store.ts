import type { ReviewStore } from "../code-hosts/local/review-store.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { toJsonb, toText } from "../store/storable-text.ts";
import { loadPullRequest } from "./create-pull-request-store.ts";

const isOpen = "project_id = $1 and number = $2 and state = 'open'";

const approve = `
  update pull_requests set approvals =
    coalesce((select jsonb_agg(one) from jsonb_array_elements(approvals) as one where one ->> 'email' <> $4), '[]')
    || jsonb_build_object('name', $3::text, 'email', $4::text, 'commit', $5::text, 'body', $6::text, 'at', clock_timestamp())
  where ${isOpen}`;

const planMerge = `
  update pull_requests set planned_merges = array_append(planned_merges, $3) where ${isOpen}`;

// A worker may have found the merge first without knowing who made it.
const setMerged = `
  update pull_requests set state = 'merged', merge_commit = $3, merged_head = $4, merged_at = clock_timestamp(), merged_by = $5,
    updated_at = clock_timestamp()
  where project_id = $1 and number = $2 and (state = 'open' or state = 'merged' and merged_at is null)`;

const setClosed = `update pull_requests set state = 'closed', updated_at = clock_timestamp() where ${isOpen}`;

/** Creates the storage of decisions about the local code host's pull requests. */
export function createReviewStore(database: Pick<Database, "pool">): ReviewStore {
  const write = async (statement: string, values: unknown[]) =>
    (await guardStore(() => database.pool.query(statement, values))).rowCount === 1;
  return {
    async load(projectId, number) {
      const row = await loadPullRequest(database, { projectId, number });
      if (row === undefined) return null;
      return {
        number: row.number,
        state: row.state,
        branch: row.branch,
        baseRef: row.base_ref,
        headCommit: row.head_commit,
        plannedMerges: row.planned_merges,
        mergeCommit: row.merge_commit,
        mergedHead: row.merged_head,
        approvals: row.approvals,
      };
    },
    approve: (projectId, number, { by, commit, body }) =>
      write(approve, [
        projectId,
        number,
        toText(by.name),
        toText(by.email),
        commit,
        body === null ? null : toText(body),
      ]),
    planMerge: (projectId, number, commit) => write(planMerge, [projectId, number, commit]),
    async setMerged(projectId, number, { commit, headCommit, by }) {
      await write(setMerged, [projectId, number, commit, headCommit, by === null ? null : toJsonb(by)]);
    },
    async setClosed(projectId, number) {
      await write(setClosed, [projectId, number]);
    },
  };
}
