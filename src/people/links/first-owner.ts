import { z } from "zod";
import { recordAudit } from "../../audit/record-audit.ts";
import { AppError } from "../../errors.ts";
import type { KnownSecrets } from "../../outgoing/known-secrets.ts";
import { parseInput } from "../../schemas/parse-input.ts";
import { type Client, type Database, inTransaction } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";
import { actorOfPerson } from "../author-of-person.ts";
import { hashPassword } from "../hash-password.ts";
import { insertPerson } from "../insert-person.ts";
import { emailAddress, linkToken, newPassword, personName } from "../person-input.ts";
import { type ClientFacts, startSession } from "../sessions/start-session.ts";
import { hashToken, newToken } from "./one-time-token.ts";
import { takeLink } from "./sign-in-link.ts";

const validHours = 24;

export const firstOwnerInput = z.strictObject({
  token: linkToken,
  name: personName,
  email: emailAddress,
  password: newPassword,
});

const isOwned = "select exists (select from members where role = 'owner') as owned";

/** True if the instance has no owner yet. */
export async function needsOwner({ database }: { database: Pick<Database, "pool"> }): Promise<boolean> {
  const { rows } = await guardStore(() => database.pool.query<{ owned: boolean }>(isOwned));
  return rows[0]?.owned === false;
}

/** Creates a link whose first visitor becomes the owner; null if there is an owner. */
export async function createFirstOwnerLink(
  deps: { database: Pick<Database, "pool"> },
  publicUrl: string,
): Promise<string | null> {
  if (!(await needsOwner(deps))) return null;
  const { token, hash } = newToken();
  await guardStore(() =>
    deps.database.pool.query(
      `insert into sign_in_links (token_hash, purpose, expires_at)
       values ($1, 'first_owner', clock_timestamp() + make_interval(hours => $2))`,
      [hash, validHours],
    ),
  );
  return `${publicUrl}/welcome?token=${token}`;
}

/**
 * Creates the first owner and signs them in. Throws `invitation_not_found`, `invitation_expired`,
 * `invalid_request`.
 */
export async function claimFirstOwner(
  deps: { database: Database; knownSecrets: KnownSecrets },
  input: unknown,
  facts: ClientFacts,
): Promise<{ token: string }> {
  const { token, name, email, password } = parseInput(firstOwnerInput, input);
  const passwordHash = await hashPassword(password);
  return await guardStore(() =>
    inTransaction(deps.database, async (client) => {
      const organisationId = await lockDefaultOrganisation(client);
      await takeLink(client, hashToken(token), "first_owner");
      const { rows } = await client.query<{ owned: boolean }>(isOwned);
      if (rows[0]?.owned)
        throw new AppError("invitation_not_found", "This instance already has an owner. Sign in.");
      const person = await insertPerson(client, { name, email, passwordHash, emailVerified: true });
      await client.query("insert into members (organisation_id, user_id, role) values ($1, $2, 'owner')", [
        ...[organisationId, person.id],
      ]);
      const actor = await actorOfPerson(deps, person, facts.ip);
      const subject = { kind: "user", id: person.id, name };
      await recordAudit(client, {
        ...{ action: "member.added", actor, organisationId, subject },
        after: { role: "owner", email },
      });
      return await startSession(client, person.id, facts);
    }),
  );
}

/** Makes one of two simultaneous claims wait for the other. */
export async function lockDefaultOrganisation(client: Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    "select id from organisations where id = default_organisation() for no key update",
  );
  return rows[0]!.id;
}
