import { recordAudit } from "../../audit/record-audit.ts";
import type { KnownSecrets } from "../../outgoing/known-secrets.ts";
import { type Client, type Database, inTransaction } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";
import { actorOfPerson } from "../author-of-person.ts";
import { hashToken } from "../links/one-time-token.ts";
import type { ClientFacts } from "../sessions/start-session.ts";

interface Ended {
  user_id: string;
  person: string;
  application: string;
}

async function endSession(client: Client, sessionId: string): Promise<Ended | undefined> {
  const { rows } = await client.query<Ended>(
    `with ended as (
       delete from sessions where id = $1 and application_id is not null returning user_id, application_id
     )
     select user_id, people.name as person, applications.name as application
     from ended join people on people.id = user_id join applications on applications.id = ended.application_id`,
    [sessionId],
  );
  return rows[0];
}

/** Ends an application's session in the caller's transaction, because its credentials were stolen. */
export async function endStolen(client: Client, sessionId: string, { ip }: ClientFacts): Promise<void> {
  const ended = await endSession(client, sessionId);
  if (ended === undefined) return;
  await recordAudit(client, {
    action: "session.revoked",
    actor: { author: { kind: "service" }, from: ip },
    subject: { kind: "session", id: sessionId },
    before: { application: ended.application, reason: "a code or refresh token was sent a second time" },
  });
}

/**
 * Revokes an application's access at its own request (RFC 7009). Ignores unknown tokens and those of other
 * applications.
 */
export async function revokeTokens(
  deps: { database: Database; knownSecrets: KnownSecrets },
  { token = "", client_id = "" }: Readonly<Record<string, string>>,
  { ip }: ClientFacts,
): Promise<void> {
  await guardStore(() =>
    inTransaction(deps.database, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `select id from sessions where application_id = $2
         and id = (select session_id from application_tokens where hash = $1)`,
        [hashToken(token), client_id],
      );
      const ended = rows[0] && (await endSession(client, rows[0].id));
      if (ended === undefined) return;
      const { user_id, person, application } = ended;
      const actor = await actorOfPerson(deps, { id: user_id, name: person }, ip);
      const subject = { kind: "session", id: rows[0]!.id };
      await recordAudit(client, { action: "session.revoked", actor, subject, before: { application } });
    }),
  );
}
