import { type ActorDeps, actorOf } from "../audit/actor.ts";
import type { AuditAction } from "../audit/audit-actions.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { AppError } from "../errors.ts";
import { type Client, type Database, inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import type { WebhookAddress, WebhookRow } from "./webhook-record.ts";
import { toWebhookRecord, type WebhookRecord } from "./webhook-record.ts";

interface Change {
  action: Extract<AuditAction, `webhook.${string}` | `delivery.${string}`>;
  /** The row after it; null when the webhook is gone, undefined when nothing was to be changed. */
  apply(client: Client, row: WebhookRow): Promise<WebhookRow | null | undefined>;
  /** What the entry of the audit log says besides the records. */
  note?: Record<string, unknown>;
}

const find = "select * from webhooks where project_id = $1 and id = $2 for no key update";

/**
 * Changes a webhook, with its entry in the audit log. Throws `webhook_not_found`, and what the change throws.
 */
export async function changeWebhook(
  deps: { database: Database } & ActorDeps,
  { projectId, webhookId }: WebhookAddress,
  { action, apply, note }: Change,
): Promise<WebhookRecord> {
  const work = () =>
    inTransaction(deps.database, async (client) => {
      const { rows } = await client.query<WebhookRow>(find, [projectId, webhookId]);
      const [row] = rows;
      if (row === undefined) throw webhookMissing(webhookId);
      const before = toWebhookRecord(row);
      const changed = await apply(client, row);
      if (changed === undefined) return before;
      const after = changed === null ? null : toWebhookRecord(changed);
      await recordAudit(client, {
        ...{ action, actor: actorOf(deps), projectId, before },
        subject: { kind: "webhook", id: webhookId, name: row.url },
        ...(after !== null && { after: { ...after, ...note } }),
      });
      return after ?? before;
    });
  return await guardStore(work);
}

export function webhookMissing(webhookId: string): AppError {
  return new AppError("webhook_not_found", `The project has no webhook ${webhookId}.`);
}
