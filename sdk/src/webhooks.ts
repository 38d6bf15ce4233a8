import {
  type ReceivedHeaders,
  type UnwrapOptions,
  unwrapWebhook,
  type VerifiedMessage,
} from "./unwrap-webhook.ts";

/** For receivers of webhooks; needs no client. */
export interface Webhooks {
  /**
   * Verifies that a message is signed with the secret, or with one of several, and returns it. The body must
   * be as received, before anything parses it. Throws `WebhookVerificationError`; `TypeError` for a parsed
   * body and for an invalid secret.
   */
  unwrap(
    body: string | Uint8Array | ArrayBuffer,
    headers: ReceivedHeaders,
    secret: string | readonly string[],
    options?: UnwrapOptions,
  ): Promise<VerifiedMessage>;
}

export const webhooks: Webhooks = { unwrap: unwrapWebhook };
