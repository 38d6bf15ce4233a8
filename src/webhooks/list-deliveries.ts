import { z } from "zod";
import { parseInput } from "../schemas/parse-input.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { getWebhook } from "./manage-webhook.ts";
import type { DeliveryAttempt } from "./take-deliveries.ts";
import type { WebhookAddress } from "./webhook-record.ts";

export interface DeliveryRecord {
  id: string;
  messageId: string;
  type: string;
  /** Null if it is not about a job, e.g. a ping. */
  jobId: string | null;
  state: "pending" | "delivered" | "failed";
  createdAt: string;
  /** When the next attempt is due; null if there is none. */
  nextAttemptAt: string | null;
  attempts: (DeliveryAttempt & { at: string })[];
}

type DeliveryRow = Omit<DeliveryRecord, "createdAt" | "nextAttemptAt"> & {
  createdAt: Date;
  nextAttemptAt: Date | null;
};

export const listDeliveriesInput = z.strictObject({
  limit: z.coerce.number().int("must be a whole number").min(1).max(100).default(50),
  cursor: z
    .string()
    .regex(/^\d{1,18}$/, "must be the nextCursor of a page")
    .optional(),
});

const list = `
  select deliveries.id, deliveries.message_id as "messageId", messages.type, coalesce(messages.job ->> 'id', messages.about ->> 'jobId') as "jobId", deliveries.state,
    messages.created_at as "createdAt",
    case when deliveries.state = 'pending' then deliveries.due_at end as "nextAttemptAt",
    coalesce((select json_agg(json_build_object('at', at, 'status', status, 'error', error, 'response', response,
      'durationMs', duration_ms) order by at) from webhook_attempts where delivery_id = deliveries.id), '[]') as attempts
  from webhook_deliveries as deliveries join webhook_messages as messages on messages.id = deliveries.message_id
  where deliveries.webhook_id = $1 and ($3::bigint is null or deliveries.id < $3) order by deliveries.id desc limit $2`;

/**
 * Past and pending deliveries, newest first, with every attempt. Throws `webhook_not_found`,
 * `invalid_request`.
 */
export async function listDeliveries(
  { database }: { database: Database },
  address: WebhookAddress,
  input: unknown = {},
): Promise<{ data: DeliveryRecord[]; nextCursor: string | null }> {
  const { limit, cursor = null } = parseInput(listDeliveriesInput, input);
  await getWebhook({ database }, address);
  const { webhookId } = address;
  const { rows } = await guardStore(() => database.pool.query<DeliveryRow>(list, [webhookId, limit, cursor]));
  const data = rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  }));
  return { data, nextCursor: data.length === limit ? data.at(-1)!.id : null };
}
