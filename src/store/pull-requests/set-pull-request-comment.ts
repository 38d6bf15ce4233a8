import { sql } from "kysely";
import type { HostComment } from "../../code-hosts/types.ts";
import type { Database } from "../database.ts";
import { guardStore } from "../guard-store.ts";
import { toText } from "../storable-text.ts";

/**
 * Says something under a topic, in place of what was said there before. False when there is no such pull
 * request.
 */
export async function setPullRequestComment(
  { db }: Pick<Database, "db">,
  { projectId, number }: { projectId: string; number: number },
  { topic, body }: HostComment,
): Promise<boolean> {
  const said = sql`jsonb_build_object(${topic}::text, jsonb_build_object('body', ${toText(body)}::text, 'at', clock_timestamp()))`;
  const result = await guardStore(() =>
    db
      .updateTable("pull_requests")
      .set({ comments: sql`comments || ${said}` })
      .where("project_id", "=", projectId)
      .where("number", "=", number)
      .executeTakeFirst(),
  );
  return result.numUpdatedRows > 0n;
}
