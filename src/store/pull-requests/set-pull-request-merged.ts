import { sql } from "kysely";
import type { Database } from "../database.ts";
import { guardStore } from "../guard-store.ts";

export async function setPullRequestMerged(
  { db }: Pick<Database, "db">,
  { projectId, number }: { projectId: string; number: number },
): Promise<void> {
  await guardStore(() =>
    db
      .updateTable("pull_requests")
      .set({ state: "merged", updated_at: sql<Date>`clock_timestamp()` })
      .where("project_id", "=", projectId)
      .where("number", "=", number)
      .where("state", "=", "open")
      .execute(),
  );
}
