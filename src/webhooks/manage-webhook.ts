import { z } from "zod";
import { AppError } from "../errors.ts";
import { parseInput } from "../schemas/parse-input.ts";
import type { Database } from "../store/database.ts";
import { type DeliveryRecord, listDeliveryRows, replayDeliveryRow } from "../store/webhooks/deliveries.ts";
import {
  deleteWebhook,
  listWebhookRows,
  loadWebhook,
  updateWebhook,
  type WebhookAddress,
} from "../store/webhooks/webhook-rows.ts";
import type { WebhookDeps } from "./create-webhook.ts";
import { toWebhookRecord, type WebhookRecord } from "./webhook-record.ts";
import { makeSecret, openSecrets, sealSecrets } from "./webhook-secrets.ts";

const hourMs = 60 * 60 * 1000;
const validSecretsMax = 2;

/** The project's webhooks, oldest first. */
export async function listWebhooks(
  { database }: { database: Database },
  projectId: string,
): Promise<WebhookRecord[]> {
  return (await listWebhookRows(database, projectId)).map(toWebhookRecord);
}

/** Throws `webhook_not_found`. */
export async function removeWebhook(
  { database }: { database: Database },
  address: WebhookAddress,
): Promise<void> {
  if (!(await deleteWebhook(database, address))) throw webhookMissing(address);
}

/** Calls a webhook again that was disabled; what was due meanwhile is delivered. Throws `webhook_not_found`. */
export async function enableWebhook(
  { database }: { database: Database },
  address: WebhookAddress,
): Promise<WebhookRecord> {
  const change = { disabled_at: null, disabled_reason: null, failing_since: null };
  const row = await updateWebhook(database, address, change);
  if (row === undefined) throw webhookMissing(address);
  return toWebhookRecord(row);
}

export const rotateSecretInput = z.strictObject({
  /** How long messages are signed with the old secret too. */
  overlapHours: z
    .number("must be a number")
    .min(0)
    .max(7 * 24, "must be at most 168 (7 days)")
    .default(24),
});

/** A new secret, beside which the old one is valid for the overlap. Throws `webhook_not_found`, `invalid_request`. */
export async function rotateWebhookSecret(
  { database, secretBox }: WebhookDeps,
  address: WebhookAddress,
  input: unknown = {},
): Promise<{ secret: string; record: WebhookRecord }> {
  const { overlapHours } = parseInput(rotateSecretInput, input);
  const row = await loadWebhook(database, address);
  if (row === undefined) throw webhookMissing(address);
  const expiresAt = new Date(Date.now() + overlapHours * hourMs).toISOString();
  const old = openSecrets(secretBox, row.id, row.secrets)
    .map(({ secret, expiresAt: earlier }) => ({ secret, expiresAt: earlier ?? expiresAt }))
    .slice(0, validSecretsMax - 1);
  const secret = makeSecret();
  const secrets = sealSecrets(secretBox, row.id, [{ secret, expiresAt: null }, ...old]);
  const updated = await updateWebhook(database, address, { secrets });
  if (updated === undefined) throw webhookMissing(address);
  return { secret, record: toWebhookRecord(updated) };
}

/** What was and is to be delivered, newest first, with every attempt. Throws `webhook_not_found`. */
export async function listDeliveries(
  { database }: { database: Database },
  address: WebhookAddress,
  { limit = 50 }: { limit?: number } = {},
): Promise<DeliveryRecord[]> {
  if ((await loadWebhook(database, address)) === undefined) throw webhookMissing(address);
  const rows = await listDeliveryRows(database, { webhookId: address.webhookId, limit });
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  }));
}

/** Delivers a message once more, under the same id. Throws `delivery_not_found`. */
export async function replayDelivery(
  { database }: { database: Database },
  address: WebhookAddress & { deliveryId: string },
): Promise<void> {
  const isNumber = /^\d{1,18}$/.test(address.deliveryId);
  if (!isNumber || !(await replayDeliveryRow(database, address))) {
    throw new AppError("delivery_not_found", `The webhook has no delivery ${address.deliveryId}.`);
  }
}

function webhookMissing({ webhookId }: WebhookAddress): AppError {
  return new AppError("webhook_not_found", `The project has no webhook ${webhookId}.`);
}
