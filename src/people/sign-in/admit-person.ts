import { recordAudit } from "../../audit/record-audit.ts";
import type { KnownSecrets } from "../../outgoing/known-secrets.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";
import { actorOfPerson } from "../author-of-person.ts";
import { lockDefaultOrganisation } from "../links/first-owner.ts";
import { acceptByEmail } from "../members/accept-invitation.ts";
import type { OpenIdSettings } from "./sign-in-settings.ts";

export interface AdmitDeps {
  database: Database;
  knownSecrets: KnownSecrets;
}

interface NewUser {
  id: string;
  name: string;
  email: string;
}

/**
 * Decides whether somebody from the provider may sign in: by an allowed domain, or by an invitation for the
 * address. Returns undefined if they may.
 */
export async function mayCome(
  { database }: AdmitDeps,
  openId: OpenIdSettings | null,
  { email, isNew }: { email: string; isNew: boolean },
): Promise<{ error: string; errorDescription: string } | undefined> {
  if (!isNew || isOfDomain(openId, email)) return undefined;
  const { rows } = await guardStore(() =>
    database.pool.query(
      `select from invitations
       where email = $1 and accepted_at is null and revoked_at is null and expires_at > clock_timestamp() limit 1`,
      [email.toLowerCase()],
    ),
  );
  if (rows.length > 0) return undefined;
  return { error: "not_invited", errorDescription: "Ask an owner to invite you." };
}

/**
 * Makes a new person from the provider a member: with the role in their invitations, else the one for the
 * domain.
 */
export async function admitPerson(
  deps: AdmitDeps,
  openId: OpenIdSettings | null,
  person: NewUser,
): Promise<void> {
  const { id, name, email } = person;
  const actor = await actorOfPerson(deps, person, null);
  await guardStore(() =>
    inTransaction(deps.database, async (client) => {
      const accepted = await acceptByEmail(client, id, email);
      const subject = { kind: "user", id, name };
      if (accepted > 0)
        return await recordAudit(client, { action: "invitation.accepted", actor, subject, after: { email } });
      if (openId === null || !isOfDomain(openId, email)) return;
      const organisationId = await lockDefaultOrganisation(client);
      await client.query(
        "insert into members (organisation_id, user_id, role) values ($1, $2, $3) on conflict do nothing",
        [organisationId, id, openId.role],
      );
      const after = { role: openId.role, email, by: openId.name };
      await recordAudit(client, { action: "member.added", actor, organisationId, subject, after });
    }),
  );
}

/** Records a sign-in with its address. */
export async function noteSignIn(
  deps: AdmitDeps,
  { userId, ipAddress }: { userId: string; ipAddress?: string | null | undefined },
): Promise<void> {
  await guardStore(() =>
    inTransaction(deps.database, async (client) => {
      const { rows } = await client.query<{ id: string; name: string }>(
        "select id, name from people where id = $1",
        [userId],
      );
      const [person] = rows;
      if (person === undefined) return;
      const actor = await actorOfPerson(deps, person, ipAddress ?? null);
      await recordAudit(client, { action: "user.signed_in", actor, subject: { kind: "user", ...person } });
    }),
  );
}

function isOfDomain(openId: OpenIdSettings | null, email: string): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return openId?.domains.includes(domain) ?? false;
}
