import { z } from "zod";
import type { Actor } from "../../audit/actor.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../schemas/parse-input.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";
import { insertPerson } from "../insert-person.ts";
import { lockDefaultOrganisation } from "../links/first-owner.ts";
import { roles } from "../permissions.ts";
import { emailAddress, personName } from "../person-input.ts";

const createUserInput = z.strictObject({
  email: emailAddress,
  name: personName,
  role: z.enum(roles, { error: "must be owner, editor or viewer" }),
  /** Default: the oldest organisation. */
  organisationId: z.string().optional(),
});

/**
 * Adds a person without a password to an organisation; they sign in with a link. Throws `invalid_request`,
 * `organisation_not_found`.
 */
export async function createUser(
  { database }: { database: Database },
  { actor }: { actor: Actor },
  input: unknown,
): Promise<{ id: string; name: string; email: string; role: string; organisationId: string }> {
  const { email, name, role, organisationId: wanted } = parseInput(createUserInput, input);
  return await guardStore(() =>
    inTransaction(database, async (client) => {
      const organisationId = wanted ?? (await lockDefaultOrganisation(client));
      const { rowCount } = await client.query("select from organisations where id = $1", [organisationId]);
      if (rowCount === 0) throw new AppError("organisation_not_found", "There is no such organisation.");
      const { id } = await insertPerson(client, { name, email, passwordHash: null, emailVerified: true });
      await client.query("insert into members (organisation_id, user_id, role) values ($1, $2, $3)", [
        ...[organisationId, id, role],
      ]);
      const subject = { kind: "user", id, name };
      const after = { role, email };
      await recordAudit(client, { action: "member.added", actor, organisationId, subject, after });
      return { id, name, email, role, organisationId };
    }),
  );
}
