import { sql } from "kysely";
import type { PullRequestDraft } from "../../code-hosts/types.ts";
import type { Database } from "../database.ts";
import { guardStore } from "../guard-store.ts";
import { type PullRequestRow, shortColumns, toColumns } from "./pull-request-row.ts";

/** Gives an open pull request new content; undefined when there is no open one of that number. */
export function updatePullRequest(
  { db }: Pick<Database, "db">,
  { projectId, number }: { projectId: string; number: number },
  content: PullRequestDraft,
): Promise<Pick<PullRequestRow, "number" | "state" | "branch"> | undefined> {
  return guardStore(() =>
    db
      .updateTable("pull_requests")
      .set({ ...toColumns(content), updated_at: sql<Date>`clock_timestamp()` })
      .where("project_id", "=", projectId)
      .where("number", "=", number)
      .where("state", "=", "open")
      .returning(shortColumns)
      .executeTakeFirst(),
  );
}
