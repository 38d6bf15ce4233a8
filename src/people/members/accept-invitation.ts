import { z } from "zod";
import { recordAudit } from "../../audit/record-audit.ts";
import { AppError } from "../../errors.ts";
import type { KnownSecrets } from "../../outgoing/known-secrets.ts";
import { invalidRequest, parseInput } from "../../schemas/parse-input.ts";
import { type Client, type Database, inTransaction } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";
import { actorOfPerson } from "../author-of-person.ts";
import { hashPassword } from "../hash-password.ts";
import { insertPerson } from "../insert-person.ts";
import { hashToken } from "../links/one-time-token.ts";
import type { Role } from "../permissions.ts";
import { emailAddress, newPassword, personName } from "../person-input.ts";
import type { User } from "../sessions/find-session.ts";
import { type ClientFacts, startSession } from "../sessions/start-session.ts";

export const acceptInvitationInput = z.strictObject({
  name: personName.optional(),
  email: emailAddress.optional(),
  password: newPassword.optional(),
});

const newAccount = z.strictObject({
  name: personName,
  password: newPassword,
  email: emailAddress.optional(),
});

export interface OpenInvitation {
  email: string | null;
  role: Role;
  organisation: { id: string; name: string };
  expiresAt: string;
}

interface Row {
  id: string;
  email: string | null;
  role: Role;
  organisation_id: string;
  organisation_name: string;
  expires_at: Date;
  expired: boolean;
}

const find = `
  select invitations.id, email, role, organisation_id, organisations.name as organisation_name, expires_at,
    expires_at <= clock_timestamp() as expired
  from invitations join organisations on organisations.id = organisation_id
  where token_hash = $1 and accepted_at is null and revoked_at is null`;

/** Returns the invitation behind a link. Throws `invitation_not_found`, `invitation_expired`. */
export async function readInvitation(
  { database }: { database: Pick<Database, "pool"> },
  token: string,
): Promise<OpenInvitation> {
  const { rows } = await guardStore(() => database.pool.query<Row>(find, [hashToken(token)]));
  const { email, role, expires_at, organisation_id: id, organisation_name: name } = assertOpen(rows[0]);
  return { email, role, organisation: { id, name }, expiresAt: expires_at.toISOString() };
}

/**
 * Makes the signed-in user a member; otherwise creates a person with the given name and password and signs
 * them in, with `token` for their session. Throws as `readInvitation` does, and `invalid_request`.
 */
export async function acceptInvitation(
  deps: { database: Database; knownSecrets: KnownSecrets },
  { token, user, facts }: { token: string; user: User | null; facts: ClientFacts },
  input: unknown,
): Promise<{ token: string | null }> {
  const given = user === null ? parseInput(newAccount, input ?? {}) : null;
  const passwordHash = given === null ? null : await hashPassword(given.password);
  return await guardStore(() =>
    inTransaction(deps.database, async (client) => {
      const { rows } = await client.query<Row>(`${find} for update of invitations`, [hashToken(token)]);
      const invitation = assertOpen(rows[0]);
      const person =
        user ??
        (await insertPerson(client, {
          name: given!.name,
          email: emailOf(invitation, given!.email),
          passwordHash,
          // By inviting this address, somebody has vouched for it.
          emailVerified: invitation.email !== null,
        }));
      if (user !== null && invitation.email !== null && invitation.email !== user.email)
        throw invalidRequest([{ path: "", message: `this invitation is for ${invitation.email}` }]);
      await join(client, invitation, person.id);
      const actor = await actorOfPerson(deps, person, facts.ip);
      const { id, organisation_id: organisationId, role } = invitation;
      const subject = { kind: "invitation", id, name: person.name };
      const after = { role, userId: person.id };
      await recordAudit(client, { action: "invitation.accepted", actor, organisationId, subject, after });
      if (user !== null) return { token: null };
      return await startSession(client, person.id, facts);
    }),
  );
}

/** Existing members keep their role if it is higher. */
async function join(client: Client, { id, organisation_id, role }: Row, userId: string): Promise<void> {
  await client.query("update invitations set accepted_at = clock_timestamp() where id = $1", [id]);
  await client.query(
    `insert into members as known (organisation_id, user_id, role) values ($1, $2, $3)
     on conflict (organisation_id, user_id) do update set role = excluded.role
     where array_position(array['owner', 'editor', 'viewer'], excluded.role) < array_position(array['owner', 'editor', 'viewer'], known.role)`,
    [organisation_id, userId, role],
  );
}

/** Accepts all open invitations for a verified address. Returns their number. */
export async function acceptByEmail(client: Client, userId: string, email: string): Promise<number> {
  const { rows } = await client.query<Row>(
    `${find.replace("token_hash = $1", "email = $1")} and expires_at > clock_timestamp() for update of invitations`,
    [email],
  );
  for (const invitation of rows) await join(client, invitation, userId);
  return rows.length;
}

function assertOpen(row: Row | undefined): Row {
  if (row === undefined)
    throw new AppError(
      "invitation_not_found",
      "There is no such invitation, or it has been used or revoked.",
    );
  if (row.expired)
    throw new AppError("invitation_expired", "This invitation has expired. Ask for a new one.");
  return row;
}

function emailOf({ email }: Row, given: string | undefined): string {
  if (email === null && given === undefined)
    throw invalidRequest([{ path: "email", message: "is required" }]);
  if (email !== null && given !== undefined && given !== email)
    throw invalidRequest([{ path: "email", message: `this invitation is for ${email}` }]);
  return email ?? given!;
}
