import { createGate } from "../outgoing/create-gate.ts";
import { createKnownSecrets } from "../outgoing/known-secrets.ts";
import type { Client, Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import type { Actor } from "./actor.ts";
import type { AuditAction } from "./audit-actions.ts";
import { maskSecrets } from "./mask-secrets.ts";

export interface NewAuditEntry {
  action: AuditAction;
  actor: Actor;
  /** That of the project when not given; null if it concerns the whole instance. */
  organisationId?: string | null;
  projectId?: string | null;
  subject: { kind: string; id: string; name?: string };
  /** Values of secret fields are masked, and so is anything that looks like a token. */
  before?: unknown;
  after?: unknown;
}

/** Finds tokens by their format, without a list of known secrets. */
const gate = createGate(() => createKnownSecrets().of(null));

/**
 * Writes one entry in the transaction of the change itself, so that both are committed or neither. The
 * removal of a project must be recorded before the project is deleted.
 */
export async function recordAudit(by: Client | Database["pool"], entry: NewAuditEntry): Promise<void> {
  const { action, actor, organisationId = null, projectId = null } = entry;
  const { subject, before, after } = await gate.maskData({
    subject: entry.subject,
    before: maskSecrets(entry.before),
    after: maskSecrets(entry.after),
  });
  const values = [
    ...[organisationId, projectId, action, JSON.stringify(actor.author), actor.from],
    ...[JSON.stringify(subject), toJson(before), toJson(after)],
  ];
  await guardStore(() => by.query(insert, values));
}

const insert = `
  insert into audit_log (organisation_id, project_id, action, author, from_address, subject, before, after)
  values (coalesce($1::text, (select organisation_id from projects where id = $2)), $2, $3, $4, $5, $6, $7, $8)`;

function toJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
