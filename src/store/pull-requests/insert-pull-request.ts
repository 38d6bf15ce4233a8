import type { PullRequestDraft } from "../../code-hosts/types.ts";
import { AppError } from "../../errors.ts";
import type { Database, Tx } from "../database.ts";
import { guardStore } from "../guard-store.ts";
import { retryConflicts } from "../retry-conflicts.ts";
import { type PullRequestRow, shortColumns, toColumns } from "./pull-request-row.ts";

type ShortRow = Pick<PullRequestRow, "number" | "state" | "branch">;

/**
 * Opens a pull request under the project's next number, or answers the open one of the same branch. The lock
 * on the project makes concurrent opens wait for each other, so that no number is given twice or left out.
 */
export function insertPullRequest(
  { db }: Pick<Database, "db">,
  projectId: string,
  content: PullRequestDraft,
): Promise<ShortRow> {
  return guardStore(() =>
    retryConflicts(() =>
      db.transaction().execute(async (tx) => {
        await lockProject(tx, projectId);
        const open = await tx
          .selectFrom("pull_requests")
          .select(shortColumns)
          .where("project_id", "=", projectId)
          .where("branch", "=", content.branch)
          .where("state", "=", "open")
          .executeTakeFirst();
        return open ?? (await insertNext(tx, projectId, content));
      }),
    ),
  );
}

async function lockProject(tx: Tx, projectId: string): Promise<void> {
  const project = await tx
    .selectFrom("projects")
    .select("id")
    .where("id", "=", projectId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (project === undefined) throw new AppError("project_not_found", "There is no such project.");
}

async function insertNext(tx: Tx, projectId: string, content: PullRequestDraft): Promise<ShortRow> {
  const { next_pull_request } = await tx
    .updateTable("projects")
    .set((column) => ({ next_pull_request: column("next_pull_request", "+", 1) }))
    .where("id", "=", projectId)
    .returning("next_pull_request")
    .executeTakeFirstOrThrow();
  return await tx
    .insertInto("pull_requests")
    .values({ project_id: projectId, number: next_pull_request - 1, ...toColumns(content) })
    .returning(shortColumns)
    .executeTakeFirstOrThrow();
}
