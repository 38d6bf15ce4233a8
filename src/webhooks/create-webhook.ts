import { z } from "zod";
import { type ActorDeps, actorOf } from "../audit/actor.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { AppError } from "../errors.ts";
import { assertStorableHost } from "../network/resolve-allowed-address.ts";
import { requireProject } from "../projects/project-row.ts";
import { parseInput } from "../schemas/parse-input.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import { type Database, inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { randomBase62 } from "../text/base62.ts";
import {
  jobEvents,
  listWebhookRows,
  toWebhookRecord,
  type WebhookRecord,
  type WebhookRow,
  webhookEvents,
} from "./webhook-record.ts";
import { makeSecret, sealSecrets } from "./webhook-secrets.ts";

const webhooksMax = 20;

export interface WebhookDeps extends ActorDeps {
  database: Database;
  secretBox: SecretBox;
}

export const createWebhookInput = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: "must be an http or https URL" })
    .max(2_000)
    .refine((url) => !/^https?:\/\/[^/]*@/i.test(url), "must not contain credentials"),
  events: z
    .array(z.enum(webhookEvents, { error: `must be one of ${webhookEvents.join(", ")}` }))
    .min(1, "must have at least one event")
    .default([...jobEvents])
    .transform((events) => [...new Set(events)]),
});

const insert = `
  insert into webhooks (id, project_id, url, events, secrets) values ($1, $2, $3, $4, $5) returning *`;

/**
 * Creates a webhook of the project. `secret` is returned only here. Its host name is resolved for every
 * delivery: private addresses are not called unless the operator allows them. Throws `project_not_found`,
 * `invalid_request`, `url_not_allowed`.
 */
export async function createWebhook(
  deps: WebhookDeps,
  projectId: string,
  input: unknown,
): Promise<{ secret: string; record: WebhookRecord }> {
  const { database, secretBox } = deps;
  const { url, events } = parseInput(createWebhookInput, input);
  assertStorableHost(new URL(url).hostname);
  await requireProject(database, projectId);
  if ((await listWebhookRows(database, projectId)).length >= webhooksMax)
    throw new AppError("invalid_request", `A project has at most ${webhooksMax} webhooks.`);
  const id = `wh_${randomBase62(22)}`;
  const secret = makeSecret();
  const secrets = sealSecrets(secretBox, id, [{ secret, expiresAt: null }]);
  const values = [id, projectId, url, events, secrets];
  const work = () =>
    inTransaction(database, async (client) => {
      const { rows } = await client.query<WebhookRow>(insert, values);
      const made = toWebhookRecord(rows[0]!);
      await recordAudit(client, {
        ...{ action: "webhook.created", actor: actorOf(deps), projectId },
        ...{ subject: { kind: "webhook", id, name: url }, after: made },
      });
      return made;
    });
  return { secret, record: await guardStore(work) };
}
