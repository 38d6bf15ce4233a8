import { z } from "zod";
import { overlapHours } from "../api-keys/key-fields.ts";
import type { ActorDeps } from "../audit/actor.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../schemas/parse-input.ts";
import { webhookChannel } from "../store/channels.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { changeWebhook, webhookMissing } from "./change-webhook.ts";
import type { WebhookDeps } from "./create-webhook.ts";
import {
  listWebhookRows,
  pingType,
  toWebhookRecord,
  type WebhookAddress,
  type WebhookRecord,
  type WebhookRow,
} from "./webhook-record.ts";
import { makeSecret, openSecrets, sealSecrets } from "./webhook-secrets.ts";

const hourMs = 60 * 60 * 1000;
const validSecretsMax = 2;

type Deps = { database: Database } & ActorDeps;

/** Lists the project's webhooks, oldest first. */
export async function listWebhooks(
  { database }: { database: Database },
  projectId: string,
): Promise<WebhookRecord[]> {
  return (await listWebhookRows(database, projectId)).map(toWebhookRecord);
}

const find = "select * from webhooks where project_id = $1 and id = $2";

/** Throws `webhook_not_found`. */
export async function getWebhook(
  { database }: { database: Database },
  { projectId, webhookId }: WebhookAddress,
): Promise<WebhookRecord> {
  const { rows } = await guardStore(() => database.pool.query<WebhookRow>(find, [projectId, webhookId]));
  const [row] = rows;
  if (row === undefined) throw webhookMissing(webhookId);
  return toWebhookRecord(row);
}

/** Together with its pending deliveries. Throws `webhook_not_found`. */
export async function removeWebhook(deps: Deps, address: WebhookAddress): Promise<void> {
  await changeWebhook(deps, address, {
    action: "webhook.removed",
    async apply(client, { id }) {
      await client.query("delete from webhooks where id = $1", [id]);
      return null;
    },
  });
}

const enable = `
  update webhooks set disabled_at = null, disabled_reason = null, failing_since = null
  where id = $1 returning *`;

/** Re-enables a disabled webhook and delivers what has become due meanwhile. Throws `webhook_not_found`. */
export async function enableWebhook(deps: Deps, address: WebhookAddress): Promise<WebhookRecord> {
  return await changeWebhook(deps, address, {
    action: "webhook.enabled",
    async apply(client, row) {
      if (row.disabled_at === null && row.failing_since === null) return undefined;
      const { rows } = await client.query<WebhookRow>(enable, [row.id]);
      await client.query(`select pg_notify('${webhookChannel}', '')`);
      return rows[0]!;
    },
  });
}

const disable = `
  update webhooks set disabled_at = clock_timestamp(), disabled_reason = $2 where id = $1 returning *`;

/** Stops deliveries until the webhook is enabled again. Throws `webhook_not_found`. */
export async function disableWebhook(deps: Deps, address: WebhookAddress): Promise<WebhookRecord> {
  return await changeWebhook(deps, address, {
    action: "webhook.disabled",
    async apply(client, row) {
      if (row.disabled_at !== null) return undefined;
      const { rows } = await client.query<WebhookRow>(disable, [row.id, "Disabled by hand."]);
      return rows[0]!;
    },
  });
}

/** `overlapHours`: how long messages are also signed with the old secret. */
export const rotateSecretInput = z.strictObject({ overlapHours: overlapHours.default(24) });

const replaceSecrets = "update webhooks set secrets = $2 where id = $1 returning *";

/**
 * Creates a new secret; the old one stays valid for the overlap. Throws `webhook_not_found`,
 * `invalid_request`.
 */
export async function rotateWebhookSecret(
  deps: WebhookDeps,
  address: WebhookAddress,
  input: unknown = {},
): Promise<{ secret: string; record: WebhookRecord }> {
  const wanted = parseInput(rotateSecretInput, input);
  const secret = makeSecret();
  const oldUntil = new Date(Date.now() + wanted.overlapHours * hourMs).toISOString();
  const record = await changeWebhook(deps, address, {
    action: "webhook.rotated",
    note: { oldSecretUntil: oldUntil },
    async apply(client, row) {
      const old = openSecrets(deps.secretBox, row.id, row.secrets)
        .map(({ secret, expiresAt: earlier }) => ({ secret, expiresAt: earlier ?? oldUntil }))
        .slice(0, validSecretsMax - 1);
      const secrets = sealSecrets(deps.secretBox, row.id, [{ secret, expiresAt: null }, ...old]);
      return (await client.query<WebhookRow>(replaceSecrets, [row.id, secrets])).rows[0]!;
    },
  });
  return { secret, record };
}

const ping = `
  with message as (
    insert into webhook_messages (id, project_id, type, job)
    values ('msg_' || replace(gen_random_uuid()::text, '-', ''), $1, '${pingType}', '{}') returning id
  )
  insert into webhook_deliveries (webhook_id, message_id) select $2, id from message
  returning id, pg_notify('${webhookChannel}', '')`;

/**
 * Sends a test message, which is about no job. Throws `webhook_not_found`, `invalid_request` if it is
 * disabled.
 */
export async function pingWebhook(deps: Deps, address: WebhookAddress): Promise<{ deliveryId: string }> {
  let deliveryId = "";
  await changeWebhook(deps, address, {
    action: "webhook.pinged",
    async apply(client, row) {
      if (row.disabled_at !== null)
        throw new AppError("invalid_request", "The webhook is disabled. Enable it first.");
      const { rows } = await client.query<{ id: string }>(ping, [row.project_id, row.id]);
      deliveryId = rows[0]!.id;
      return row;
    },
  });
  return { deliveryId };
}

const redeliver = `
  update webhook_deliveries set state = 'pending', attempts = 0, due_at = clock_timestamp()
  where id = $2 and webhook_id = $1
  returning pg_notify('${webhookChannel}', '')`;

/** Delivers a message again, with the same id. Throws `webhook_not_found`, `delivery_not_found`. */
export async function replayDelivery(
  deps: Deps,
  { deliveryId, ...address }: WebhookAddress & { deliveryId: string },
): Promise<void> {
  await changeWebhook(deps, address, {
    action: "delivery.redelivered",
    note: { deliveryId },
    async apply(client, row) {
      const isNumber = /^\d{1,18}$/.test(deliveryId);
      if (!isNumber || (await client.query(redeliver, [row.id, deliveryId])).rowCount !== 1)
        throw new AppError("delivery_not_found", `The webhook has no delivery ${deliveryId}.`);
      return row;
    },
  });
}
