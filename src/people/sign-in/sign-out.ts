import { recordAudit } from "../../audit/record-audit.ts";
import type { KnownSecrets } from "../../outgoing/known-secrets.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";
import { actorOfPerson } from "../author-of-person.ts";

/** Ends the session, if there is one. */
export async function signOut(
  deps: { database: Database; knownSecrets: KnownSecrets },
  token: string,
  from: string,
): Promise<void> {
  await guardStore(() =>
    inTransaction(deps.database, async (client) => {
      const { rows } = await client.query<{ id: string; name: string }>(
        `with ended as (delete from sessions where token = $1 returning user_id)
         select id, name from people where id in (select user_id from ended)`,
        [token],
      );
      const [person] = rows;
      if (person === undefined) return;
      const actor = await actorOfPerson(deps, person, from);
      await recordAudit(client, { action: "user.signed_out", actor, subject: { kind: "user", ...person } });
    }),
  );
}
