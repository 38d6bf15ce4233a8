import { z } from "zod";
import { parseInput } from "../schemas/parse-input.ts";
import type { Database } from "../store/database.ts";
import { type DeliveryRecord, listDeliveryRows } from "../store/webhooks/deliveries.ts";
import type { WebhookAddress } from "../store/webhooks/webhook-rows.ts";
import { getWebhook } from "./manage-webhook.ts";

export const listDeliveriesInput = z.strictObject({
  limit: z.coerce.number().int("must be a whole number").min(1).max(100).default(50),
  cursor: z
    .string()
    .regex(/^\d{1,18}$/, "must be the nextCursor of a page")
    .optional(),
});

/**
 * What was and is to be delivered, newest first, with every attempt. Throws `webhook_not_found`,
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
  const rows = await listDeliveryRows(database, { webhookId, limit, before: cursor });
  const data = rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  }));
  return { data, nextCursor: data.length === limit ? data.at(-1)!.id : null };
}
