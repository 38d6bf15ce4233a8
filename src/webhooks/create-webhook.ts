import { z } from "zod";
import { AppError } from "../errors.ts";
import { assertStorableHost } from "../network/resolve-allowed-address.ts";
import { parseInput } from "../schemas/parse-input.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import type { Database } from "../store/database.ts";
import { loadProject } from "../store/projects/load-projects.ts";
import { insertWebhook, listWebhookRows } from "../store/webhooks/webhook-rows.ts";
import { randomBase62 } from "../text/base62.ts";
import { toWebhookRecord, type WebhookRecord, webhookEvents } from "./webhook-record.ts";
import { makeSecret, sealSecrets } from "./webhook-secrets.ts";

const webhooksMax = 20;

export interface WebhookDeps {
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
    .default([...webhookEvents])
    .transform((events) => [...new Set(events)]),
});

/**
 * Creates a webhook of the project. `secret` is its only appearance. The address is looked up with every delivery: private ones are not
 * called unless the operator allows it. Throws `project_not_found`, `invalid_request`, `url_not_allowed`.
 */
export async function createWebhook(
  { database, secretBox }: WebhookDeps,
  projectId: string,
  input: unknown,
): Promise<{ secret: string; record: WebhookRecord }> {
  const { url, events } = parseInput(createWebhookInput, input);
  assertStorableHost(new URL(url).hostname);
  if ((await loadProject(database, projectId)) === undefined)
    throw new AppError("project_not_found", "There is no such project.");
  if ((await listWebhookRows(database, projectId)).length >= webhooksMax)
    throw new AppError("invalid_request", `A project has at most ${webhooksMax} webhooks.`);
  const id = `wh_${randomBase62(22)}`;
  const secret = makeSecret();
  const secrets = sealSecrets(secretBox, id, [{ secret, expiresAt: null }]);
  const row = await insertWebhook(database, { id, project_id: projectId, url, events, secrets });
  return { secret, record: toWebhookRecord(row) };
}
