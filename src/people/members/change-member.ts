import { z } from "zod";
import type { Actor } from "../../audit/actor.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../schemas/parse-input.ts";
import { type Client, type Database, inTransaction } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";
import { type Role, roles } from "../permissions.ts";

export const changeRoleInput = z.strictObject({
  role: z.enum(roles, { error: "must be owner, editor or viewer" }),
});

interface Change {
  organisationId: string;
  userId: string;
  actor: Actor;
}

interface Member {
  name: string;
  role: Role;
}

/** Changes a member's role. Throws `member_not_found`, `last_owner`, `invalid_request`. */
export async function changeRole(
  { database }: { database: Database },
  { organisationId, userId, actor }: Change,
  input: unknown,
): Promise<void> {
  const { role } = parseInput(changeRoleInput, input);
  await guardStore(() =>
    inTransaction(database, async (client) => {
      const member = await lockMember(client, organisationId, userId);
      if (member.role === role) return;
      if (member.role === "owner") await refuseLastOwner(client, organisationId);
      await client.query("update members set role = $3 where organisation_id = $1 and user_id = $2", [
        ...[organisationId, userId, role],
      ]);
      const subject = { kind: "user", id: userId, name: member.name };
      await recordAudit(client, {
        ...{ action: "member.role_changed", actor, organisationId, subject },
        ...{ before: { role: member.role }, after: { role } },
      });
    }),
  );
}

/**
 * Removes somebody from the organisation. A person who belongs to no other is signed out everywhere. Throws
 * `member_not_found`, `last_owner`.
 */
export async function removeMember(
  { database }: { database: Database },
  { organisationId, userId, actor }: Change,
): Promise<void> {
  await guardStore(() =>
    inTransaction(database, async (client) => {
      const member = await lockMember(client, organisationId, userId);
      if (member.role === "owner") await refuseLastOwner(client, organisationId);
      await client.query("delete from members where organisation_id = $1 and user_id = $2", [
        ...[organisationId, userId],
      ]);
      await client.query(
        "delete from sessions where user_id = $1 and not exists (select from members where user_id = $1)",
        [userId],
      );
      const subject = { kind: "user", id: userId, name: member.name };
      const before = { role: member.role };
      await recordAudit(client, { action: "member.removed", actor, organisationId, subject, before });
    }),
  );
}

/**
 * Locks the organisation's row, so that two owners who remove each other simultaneously do not both succeed.
 */
async function lockMember(client: Client, organisationId: string, userId: string): Promise<Member> {
  await client.query("select from organisations where id = $1 for no key update", [organisationId]);
  const { rows } = await client.query<Member>(
    `select name, role from members join people on people.id = user_id
     where organisation_id = $1 and user_id = $2`,
    [organisationId, userId],
  );
  if (rows[0] === undefined) throw new AppError("member_not_found", "The organisation has no such member.");
  return rows[0];
}

async function refuseLastOwner(client: Client, organisationId: string): Promise<void> {
  const { rows } = await client.query<{ owners: number }>(
    "select count(*)::int as owners from members where organisation_id = $1 and role = 'owner'",
    [organisationId],
  );
  if (rows[0]!.owners > 1) return;
  throw new AppError(
    "last_owner",
    "This is the organisation's last owner. Make another member an owner first.",
  );
}
