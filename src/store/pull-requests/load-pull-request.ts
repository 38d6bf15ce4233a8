import type { Database } from "../database.ts";
import { guardStore } from "../guard-store.ts";
import type { PullRequestRow } from "./pull-request-row.ts";

export function loadPullRequest(
  { db }: Pick<Database, "db">,
  { projectId, number }: { projectId: string; number: number },
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
