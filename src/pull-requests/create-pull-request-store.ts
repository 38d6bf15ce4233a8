import type { PullRequestStore } from "../code-hosts/local/pull-request-store.ts";
import type { HostComment, PullRequestDraft } from "../code-hosts/types.ts";
import { AppError } from "../errors.ts";
import type { CheckCounts } from "../jobs/record.ts";
import type { Database } from "../store/database.ts";
import { guardStore, sqlState } from "../store/guard-store.ts";
import { retryConflicts } from "../store/retry-conflicts.ts";
import { toJsonb, toText } from "../store/storable-text.ts";

interface PullRequestRow {
  project_id: string;
  number: number;
  job_id: string | null;
  branch: string;
  base_ref: string;
  title: string;
  body: string;
  state: "open" | "merged" | "closed";
  draft: boolean;
  base_commit: string;
  head_commit: string;
  patch: string;
  checks: CheckCounts | null;
  compare_url: string | null;
  comments: Record<string, { body: string; at: string }>;
  planned_merges: string[];
  merge_commit: string | null;
  merged_head: string | null;
  merged_at: Date | null;
  merged_by: { name: string; email: string } | null;
  approvals: StoredApproval[];
  created_at: Date;
  updated_at: Date;
}

/** Latest approval of a local pull request by the person with this address. */
interface StoredApproval {
  name: string;
  email: string;
  commit: string;
  body: string | null;
  at: string;
}

type ShortRow = Pick<PullRequestRow, "number" | "state" | "branch">;
type Pool = Database["pool"];

/** Creates the storage of the local code host's pull requests. */
export function createPullRequestStore({ pool }: Pick<Database, "pool">): PullRequestStore {
  return {
    findOpen: async (projectId, branch) =>
      (await guardStore(() => findOpen(pool, projectId, branch))) ?? null,
    insert: (projectId, draft) => guardStore(() => insert(pool, projectId, draft)),
    update: async (projectId, number, draft) =>
      (await guardStore(() => update(pool, { projectId, number }, draft))) ?? null,
    async load(projectId, number) {
      const row = await loadPullRequest({ pool }, { projectId, number });
      if (row === undefined) return null;
      const { state, branch, base_ref: baseRef, base_commit: baseCommit, head_commit: headCommit } = row;
      const commits = { baseRef, baseCommit, headCommit, plannedMerges: row.planned_merges };
      return { number: row.number, state, branch, ...commits };
    },
    comment: (projectId, number, comment) =>
      guardStore(() => setComment(pool, { projectId, number }, comment)),
    setMerged: (projectId, number) => guardStore(() => setMerged(pool, { projectId, number })),
  };
}

interface Address {
  projectId: string;
  number: number;
}

export async function loadPullRequest(
  { pool }: Pick<Database, "pool">,
  { projectId, number }: Address,
): Promise<PullRequestRow | undefined> {
  const one = "select * from pull_requests where project_id = $1 and number = $2";
  return (await guardStore(() => pool.query<PullRequestRow>(one, [projectId, number]))).rows[0];
}

/** Finds the branch's open pull request, of which a project has at most one. */
async function findOpen(pool: Pool, projectId: string, branch: string): Promise<ShortRow | undefined> {
  const open = `
    select number, state, branch from pull_requests
    where project_id = $1 and branch = $2 and state = 'open'`;
  return (await pool.query<ShortRow>(open, [projectId, branch])).rows[0];
}

const notNull = "23502";
const unique = "23505";
const attemptsMax = 5;

/** Opens a pull request under the project's next number, or returns the open one of the same branch. */
async function insert(pool: Pool, projectId: string, draft: PullRequestDraft): Promise<ShortRow> {
  for (let attempt = 1; ; attempt += 1) {
    const opened = await retryConflicts(() => insertNext(pool, projectId, draft)).catch((error: unknown) => {
      const code = sqlState(error);
      // Either the project does not exist, or the branch has an open pull request; no number was used up.
      if ((code !== notNull && code !== unique) || attempt === attemptsMax) throw error;
      return undefined;
    });
    const found = opened ?? (await findOpen(pool, projectId, draft.branch));
    if (found !== undefined) return found;
    await assertProject(pool, projectId);
  }
}

async function assertProject(pool: Pool, projectId: string): Promise<void> {
  const { rowCount } = await pool.query("select from projects where id = $1", [projectId]);
  if (rowCount === 0) throw new AppError("project_not_found", "There is no such project.");
}

/** A single statement: others that open one wait for the project's row until it is committed. */
const insertWithNumber = `
  with project as (
    update projects set next_pull_request = next_pull_request + 1 where id = $1 returning next_pull_request
  )
  insert into pull_requests (project_id, number, job_id, branch, base_ref, title, body, draft, base_commit,
    head_commit, patch, checks, compare_url)
  values ($1, (select next_pull_request - 1 from project), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
  returning number, state, branch`;

async function insertNext(pool: Pool, projectId: string, draft: PullRequestDraft): Promise<ShortRow> {
  const values = [projectId, ...toValues(draft), draft.compareUrl ?? null];
  return (await pool.query<ShortRow>(insertWithNumber, values)).rows[0]!;
}

const updateOpen = `
  update pull_requests set job_id = $3, branch = $4, base_ref = $5, title = $6, body = $7, draft = $8,
    base_commit = $9, head_commit = $10, patch = $11, checks = $12, compare_url = coalesce($13, compare_url),
    updated_at = clock_timestamp()
  where project_id = $1 and number = $2 and state = 'open'
  returning number, state, branch`;

/** Updates an open pull request; returns undefined if there is no open one of that number. */
async function update(
  pool: Pool,
  { projectId, number }: Address,
  draft: PullRequestDraft,
): Promise<ShortRow | undefined> {
  const values = [projectId, number, ...toValues(draft), draft.compareUrl ?? null];
  return (await pool.query<ShortRow>(updateOpen, values)).rows[0];
}

function toValues(draft: PullRequestDraft): unknown[] {
  return [
    ...[draft.jobId, draft.branch, draft.baseRef, toText(draft.title), toText(draft.body), draft.draft],
    ...[draft.baseCommit, draft.headCommit, toText(draft.patch)],
    draft.checks === null ? null : toJsonb(draft.checks),
  ];
}

/** Replaces any previous comment of the topic. Returns false if there is no such pull request. */
async function setComment(
  pool: Pool,
  { projectId, number }: Address,
  { topic, body }: HostComment,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update pull_requests set comments = comments ||
       jsonb_build_object($3::text, jsonb_build_object('body', $4::text, 'at', clock_timestamp()))
     where project_id = $1 and number = $2`,
    [projectId, number, topic, toText(body)],
  );
  return rowCount === 1;
}

async function setMerged(pool: Pool, { projectId, number }: Address): Promise<void> {
  await pool.query(
    `update pull_requests set state = 'merged', updated_at = clock_timestamp()
     where project_id = $1 and number = $2 and state = 'open'`,
    [projectId, number],
  );
}
