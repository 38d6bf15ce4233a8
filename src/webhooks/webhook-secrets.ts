import { createHmac, randomBytes } from "node:crypto";
import { z } from "zod";
import type { SecretBox } from "../secrets/secret-box.ts";

const secretsSchema = z.array(z.object({ secret: z.string(), expiresAt: z.iso.datetime().nullable() }));

/** Newest first; older ones with an expiry are valid until then. */
export type WebhookSecrets = z.infer<typeof secretsSchema>;

/** Creates a secret: `whsec_` and 32 random bytes in base64 (Standard Webhooks 1.0, "Signature scheme"). */
export function makeSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

export function sealSecrets(box: SecretBox, webhookId: string, secrets: WebhookSecrets): string {
  return box.seal(JSON.stringify(secrets), webhookContext(webhookId));
}

/** Returns the currently valid secrets. Throws `invalid_configuration` if they cannot be decrypted. */
export function openSecrets(box: SecretBox, webhookId: string, sealed: string): WebhookSecrets {
  const secrets = secretsSchema.parse(JSON.parse(box.open(sealed, webhookContext(webhookId))));
  return secrets.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > Date.now());
}

/**
 * Returns the headers of Standard Webhooks 1.0 (https://www.standardwebhooks.com), with a signature for each
 * valid secret.
 */
export function signMessage(
  secrets: WebhookSecrets,
  message: { id: string; body: string; at: Date },
): Record<string, string> {
  const timestamp = Math.floor(message.at.getTime() / 1_000);
  const signed = `${message.id}.${timestamp}.${message.body}`;
  const signatures = secrets.map(({ secret }) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  });
  return {
    "webhook-id": message.id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}

/** Returns the context that its secrets are encrypted for. */
export function webhookContext(webhookId: string): string {
  return `secrets of ${webhookId}`;
}
