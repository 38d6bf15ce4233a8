import { z } from "zod";
import type { Actor } from "../../audit/actor.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { AppError } from "../../errors.ts";
import type { AuthorRecord } from "../../jobs/author.ts";
import { toAuthorRecord } from "../../jobs/author-schema.ts";
import { parseInput } from "../../schemas/parse-input.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";
import { randomBase62 } from "../../text/base62.ts";
import { newToken } from "../links/one-time-token.ts";
import { type Role, roles } from "../permissions.ts";
import { emailAddress } from "../person-input.ts";

const dayMs = 86_400_000;

export const inviteMemberInput = z.strictObject({
  /** Null if anybody with the link may use it, once. */
  email: emailAddress.nullable().default(null),
  role: z.enum(roles, { error: "must be owner, editor or viewer" }),
  expiresInDays: z.int().min(1).max(30).default(7),
  organisationId: z
    .string()
    .regex(/^org_[0-9A-Za-z]{22}$/, "must be the id of an organisation")
    .optional(),
});

export interface InvitationRecord {
  id: string;
  organisationId: string;
  email: string | null;
  role: Role;
  createdBy: AuthorRecord | null;
  createdAt: string;
  expiresAt: string;
}

export interface InvitationRow {
  id: string;
  organisation_id: string;
  email: string | null;
  role: Role;
  created_by: unknown;
  created_at: Date;
  expires_at: Date;
}

const columns = "id, organisation_id, email, role, created_by, created_at, expires_at";

/** Creates an invitation, whose link is shown once. Throws `invalid_request`. */
export async function inviteMember(
  { database }: { database: Database },
  { organisationId, publicUrl, actor }: { organisationId: string; publicUrl: string; actor: Actor },
  input: unknown,
): Promise<InvitationRecord & { url: string }> {
  const { email, role, expiresInDays } = parseInput(inviteMemberInput, input);
  const { token, hash } = newToken();
  const id = `inv_${randomBase62(22)}`;
  const expiresAt = new Date(Date.now() + expiresInDays * dayMs);
  const record = await guardStore(() =>
    inTransaction(database, async (client) => {
      const { rows } = await client.query<InvitationRow>(
        `insert into invitations (id, organisation_id, email, role, token_hash, created_by, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
        [id, organisationId, email, role, hash, JSON.stringify(actor.author), expiresAt],
      );
      const subject = { kind: "invitation", id, ...(email !== null && { name: email }) };
      await recordAudit(client, {
        ...{ action: "invitation.created", actor, organisationId, subject },
        after: { email, role, expiresAt: expiresAt.toISOString() },
      });
      return toInvitationRecord(rows[0]!);
    }),
  );
  return { ...record, url: `${publicUrl}/invitation/${token}` };
}

/** Lists open invitations to these organisations, newest first. */
export async function listInvitations(
  { database }: { database: Pick<Database, "pool"> },
  organisationIds: readonly string[],
): Promise<InvitationRecord[]> {
  const { rows } = await guardStore(() =>
    database.pool.query<InvitationRow>(
      `select ${columns} from invitations
       where organisation_id = any($1::text[]) and accepted_at is null and revoked_at is null and expires_at > clock_timestamp()
       order by created_at desc, id`,
      [organisationIds],
    ),
  );
  return rows.map(toInvitationRecord);
}

/** Revokes an invitation. Throws `invitation_not_found`. */
export async function revokeInvitation(
  { database }: { database: Database },
  { organisationIds, id, actor }: { organisationIds: readonly string[]; id: string; actor: Actor },
): Promise<void> {
  await guardStore(() =>
    inTransaction(database, async (client) => {
      const { rows } = await client.query<{ organisation_id: string; email: string | null; role: Role }>(
        `update invitations set revoked_at = clock_timestamp()
         where id = $1 and organisation_id = any($2::text[]) and accepted_at is null and revoked_at is null
         returning organisation_id, email, role`,
        [id, organisationIds],
      );
      const [row] = rows;
      if (row === undefined) throw new AppError("invitation_not_found", "There is no such open invitation.");
      const { organisation_id: organisationId, email, role } = row;
      const subject = { kind: "invitation", id, ...(email !== null && { name: email }) };
      const before = { email, role };
      await recordAudit(client, { action: "invitation.revoked", actor, organisationId, subject, before });
    }),
  );
}

function toInvitationRecord(row: InvitationRow): InvitationRecord {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    email: row.email,
    role: row.role,
    createdBy: toAuthorRecord(row.created_by),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}
