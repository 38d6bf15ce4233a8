import { type Selectable, sql } from "kysely";
import type { PullRequestStore } from "../code-hosts/local/pull-request-store.ts";
import type { HostComment, PullRequestDraft } from "../code-hosts/types.ts";
import { AppError } from "../errors.ts";
import type { Database, Db } from "../store/database.ts";
import { guardStore, sqlState } from "../store/guard-store.ts";
import { retryConflicts } from "../store/retry-conflicts.ts";
import type { PullRequestsTable } from "../store/schema.ts";
import { toJsonb, toText } from "../store/storable-text.ts";

type PullRequestRow = Selectable<PullRequestsTable>;
type ShortRow = Pick<PullRequestRow, "number" | "state" | "branch">;

const shortColumns = ["number", "state", "branch"] as const;

/** Creates the storage of the local code host's pull requests. */
export function createPullRequestStore({ db }: Pick<Database, "db">): PullRequestStore {
  return {
    findOpen: async (projectId, branch) => (await guardStore(() => findOpen(db, projectId, branch))) ?? null,
    insert: (projectId, draft) => guardStore(() => insert(db, projectId, draft)),
    update: async (projectId, number, draft) =>
      (await guardStore(() => update(db, { projectId, number }, draft))) ?? null,
    async load(projectId, number) {
      const row = await loadPullRequest({ db }, { projectId, number });
      if (row === undefined) return null;
      const { state, branch, base_ref: baseRef, base_commit: baseCommit, head_commit: headCommit } = row;
      const commits = { baseRef, baseCommit, headCommit, plannedMerges: row.planned_merges };
      return { number: row.number, state, branch, ...commits };
    },
    comment: (projectId, number, comment) => guardStore(() => setComment(db, { projectId, number }, comment)),
    setMerged: (projectId, number) => guardStore(() => setMerged(db, { projectId, number })),
  };
}

interface Address {
  projectId: string;
  number: number;
}

export function loadPullRequest(
  { db }: Pick<Database, "db">,
  { projectId, number }: Address,
): Promise<PullRequestRow | undefined> {
  return guardStore(() =>
    db
      .selectFrom("pull_requests")
      .selectAll()
      .where("project_id", "=", projectId)
      .where("number", "=", number)
      .executeTakeFirst(),
  );
}

/** Finds the branch's open pull request, of which a project has at most one. */
function findOpen(db: Db, projectId: string, branch: string): Promise<ShortRow | undefined> {
  return db
    .selectFrom("pull_requests")
    .select(shortColumns)
    .where("project_id", "=", projectId)
    .where("branch", "=", branch)
    .where("state", "=", "open")
    .executeTakeFirst();
}

const notNull = "23502";
const unique = "23505";
const attemptsMax = 5;

/** Opens a pull request under the project's next number, or returns the open one of the same branch. */
async function insert(db: Db, projectId: string, draft: PullRequestDraft): Promise<ShortRow> {
  for (let attempt = 1; ; attempt += 1) {
    const opened = await retryConflicts(() => insertNext(db, projectId, draft)).catch((error: unknown) => {
      const code = sqlState(error);
      // Either the project does not exist, or the branch has an open pull request; no number was used up.
      if ((code !== notNull && code !== unique) || attempt === attemptsMax) throw error;
      return undefined;
    });
    const found = opened ?? (await findOpen(db, projectId, draft.branch));
    if (found !== undefined) return found;
    await assertProject(db, projectId);
  }
}

async function assertProject(db: Db, projectId: string): Promise<void> {
  const project = await db.selectFrom("projects").select("id").where("id", "=", projectId).executeTakeFirst();
  if (project === undefined) throw new AppError("project_not_found", "There is no such project.");
}

/** A single statement: others that open one wait for the project's row until it is committed. */
async function insertNext(db: Db, projectId: string, draft: PullRequestDraft): Promise<ShortRow> {
  return await db
    .with("project", (db) =>
      db
        .updateTable("projects")
        .set((column) => ({ next_pull_request: column("next_pull_request", "+", 1) }))
        .where("id", "=", projectId)
        .returning("next_pull_request"),
    )
    .insertInto("pull_requests")
    .values(({ selectFrom }) => ({
      project_id: projectId,
      number: selectFrom("project").select(sql<number>`next_pull_request - 1`.as("number")),
      ...toColumns(draft),
    }))
    .returning(shortColumns)
    .executeTakeFirstOrThrow();
}

/** Updates an open pull request; returns undefined if there is no open one of that number. */
function update(
  db: Db,
  { projectId, number }: Address,
  draft: PullRequestDraft,
): Promise<ShortRow | undefined> {
  return db
    .updateTable("pull_requests")
    .set({ ...toColumns(draft), updated_at: sql<Date>`clock_timestamp()` })
    .where("project_id", "=", projectId)
    .where("number", "=", number)
    .where("state", "=", "open")
    .returning(shortColumns)
    .executeTakeFirst();
}

function toColumns(draft: PullRequestDraft) {
  return {
    job_id: draft.jobId,
    branch: draft.branch,
    base_ref: draft.baseRef,
    title: toText(draft.title),
    body: toText(draft.body),
    draft: draft.draft,
    base_commit: draft.baseCommit,
    head_commit: draft.headCommit,
    patch: toText(draft.patch),
    ...(draft.compareUrl == null ? {} : { compare_url: draft.compareUrl }),
    checks: draft.checks === null ? null : toJsonb(draft.checks),
  };
}

/** Replaces any previous comment of the topic. Returns false if there is no such pull request. */
async function setComment(
  db: Db,
  { projectId, number }: Address,
  { topic, body }: HostComment,
): Promise<boolean> {
  const said = sql`jsonb_build_object(${topic}::text, jsonb_build_object('body', ${toText(body)}::text, 'at', clock_timestamp()))`;
  const result = await db
    .updateTable("pull_requests")
    .set({ comments: sql`comments || ${said}` })
    .where("project_id", "=", projectId)
    .where("number", "=", number)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

async function setMerged(db: Db, { projectId, number }: Address): Promise<void> {
  await db
    .updateTable("pull_requests")
    .set({ state: "merged", updated_at: sql<Date>`clock_timestamp()` })
    .where("project_id", "=", projectId)
    .where("number", "=", number)
    .where("state", "=", "open")
    .execute();
}
