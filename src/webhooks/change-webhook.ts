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
  /** Returns the changed row; null if the webhook is gone, undefined if there is nothing to change. */
  apply(client: Client, row: WebhookRow): Promise<WebhookRow | null | undefined>;
  /** Additional details for the audit entry. */
  note?: Record<string, unknown>;
}

const find = "select * from webhooks where project_id = $1 and id = $2 for no key update";

/** Changes a webhook and writes its audit entry. Throws `webhook_not_found`, and errors of the change. */
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
