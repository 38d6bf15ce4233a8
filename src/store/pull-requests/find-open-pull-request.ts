import type { Database } from "../database.ts";
import { guardStore } from "../guard-store.ts";
import { type PullRequestRow, shortColumns } from "./pull-request-row.ts";

/** The branch's open pull request; a project has at most one. */
export function findOpenPullRequest(
  { db }: Pick<Database, "db">,
  { projectId, branch }: { projectId: string; branch: string },
): Promise<Pick<PullRequestRow, "number" | "state" | "branch"> | undefined> {
  return guardStore(() =>
    db
      .selectFrom("pull_requests")
      .select(shortColumns)
      .where("project_id", "=", projectId)
      .where("branch", "=", branch)
      .where("state", "=", "open")
      .executeTakeFirst(),
  );
}
