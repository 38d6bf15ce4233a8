import { z } from "zod";
import type { Actor } from "../../audit/actor.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { AppError } from "../../errors.ts";
import type { KnownSecrets } from "../../outgoing/known-secrets.ts";
import { parseInput } from "../../schemas/parse-input.ts";
import { type Client, type Database, inTransaction } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";
import { actorOfPerson } from "../author-of-person.ts";
import { hashPassword } from "../hash-password.ts";
import { setPassword } from "../insert-person.ts";
import { linkToken, newPassword } from "../person-input.ts";
import { type ClientFacts, startSession } from "../sessions/start-session.ts";
import { hashToken, newToken } from "./one-time-token.ts";

export type LinkPurpose = "sign_in" | "reset_password";

const validMinutes: Record<LinkPurpose, number> = { sign_in: 15, reset_password: 24 * 60 };
const paths: Record<LinkPurpose, string> = { sign_in: "sign-in-link", reset_password: "reset-password" };

export const signInLinkInput = z.strictObject({ token: linkToken });
export const resetPasswordInput = z.strictObject({ token: linkToken, password: newPassword });

interface Deps {
  database: Database;
  knownSecrets: KnownSecrets;
}

/** Creates a one-time link for an existing person. Throws `member_not_found`. */
export async function createSignInLink(
  { database }: { database: Database },
  {
    userId,
    purpose,
    publicUrl,
    actor,
  }: { userId: string; purpose: LinkPurpose; publicUrl: string; actor: Actor },
): Promise<{ url: string; expiresAt: string }> {
  const { token, hash } = newToken();
  const expiresAt = new Date(Date.now() + validMinutes[purpose] * 60_000);
  await guardStore(() =>
    inTransaction(database, async (client) => {
      const { rows } = await client.query<{ name: string }>("select name from people where id = $1", [
        userId,
      ]);
      if (rows[0] === undefined) throw new AppError("member_not_found", "There is no such person.");
      await client.query(
        "insert into sign_in_links (token_hash, user_id, purpose, expires_at) values ($1, $2, $3, $4)",
        [hash, userId, purpose, expiresAt],
      );
      const subject = { kind: "user", id: userId, name: rows[0].name };
      await recordAudit(client, { action: "sign_in_link.created", actor, subject, after: { purpose } });
    }),
  );
  return { url: `${publicUrl}/${paths[purpose]}?token=${token}`, expiresAt: expiresAt.toISOString() };
}

/** Signs in the person that the link was made for. Throws `invitation_not_found`, `invitation_expired`. */
export async function followSignInLink(
  deps: Deps,
  input: unknown,
  facts: ClientFacts,
): Promise<{ token: string }> {
  const { token } = parseInput(signInLinkInput, input);
  return await guardStore(() =>
    inTransaction(deps.database, async (client) => {
      const person = await takeLink(client, hashToken(token), "sign_in");
      const actor = await actorOfPerson(deps, person, facts.ip);
      const subject = { kind: "user", ...person };
      await recordAudit(client, { action: "user.signed_in", actor, subject, after: { by: "link" } });
      return await startSession(client, person.id, facts);
    }),
  );
}

/**
 * Sets a new password, ends all the person's sessions and starts a new one. Throws as `followSignInLink`
 * does, and `invalid_request`.
 */
export async function resetPassword(
  deps: Deps,
  input: unknown,
  facts: ClientFacts,
): Promise<{ token: string }> {
  const { token, password } = parseInput(resetPasswordInput, input);
  const passwordHash = await hashPassword(password);
  return await guardStore(() =>
    inTransaction(deps.database, async (client) => {
      const person = await takeLink(client, hashToken(token), "reset_password");
      await setPassword(client, person.id, passwordHash);
      await client.query("delete from sessions where user_id = $1", [person.id]);
      const actor = await actorOfPerson(deps, person, facts.ip);
      await recordAudit(client, { action: "password.reset", actor, subject: { kind: "user", ...person } });
      return await startSession(client, person.id, facts);
    }),
  );
}

/** Consumes a link. Throws `invitation_not_found`, `invitation_expired`. */
export async function takeLink(
  client: Client,
  hash: Buffer,
  purpose: LinkPurpose | "first_owner",
): Promise<{ id: string; name: string }> {
  const { rows } = await client.query<{ id: string | null; name: string | null; expired: boolean }>(
    `update sign_in_links set used_at = clock_timestamp()
     where token_hash = $1 and purpose = $2 and used_at is null
     returning user_id as id, (select name from people where people.id = user_id) as name, expires_at <= clock_timestamp() as expired`,
    [hash, purpose],
  );
  const [link] = rows;
  if (link === undefined)
    throw new AppError(
      "invitation_not_found",
      "There is no such link, or it has been used. Ask for a new one.",
    );
  if (link.expired) throw new AppError("invitation_expired", "This link has expired. Ask for a new one.");
  return { id: link.id ?? "", name: link.name ?? "" };
}
