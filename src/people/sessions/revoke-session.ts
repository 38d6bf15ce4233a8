import type { Actor } from "../../audit/actor.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { AppError } from "../../errors.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";

/** Ends one of the person's sessions. Throws `session_not_found`. */
export async function revokeSession(
  { database }: { database: Database },
  { userId, sessionId, actor }: { userId: string; sessionId: string; actor: Actor },
): Promise<void> {
  await guardStore(() =>
    inTransaction(database, async (client) => {
      const { rows } = await client.query<{ user_agent: string | null; application: string | null }>(
        `delete from sessions where id = $1 and user_id = $2
         returning user_agent, (select name from applications where id = application_id) as application`,
        [sessionId, userId],
      );
      if (rows[0] === undefined) throw new AppError("session_not_found", "You have no such session.");
      const subject = { kind: "session", id: sessionId };
      await recordAudit(client, {
        action: "session.revoked",
        actor,
        subject,
        before: { userAgent: rows[0].user_agent, application: rows[0].application ?? undefined },
      });
    }),
  );
}
