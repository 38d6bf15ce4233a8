import {
  type ReceivedHeaders,
  type UnwrapOptions,
  unwrapWebhook,
  type VerifiedMessage,
} from "./unwrap-webhook.ts";

/** For receivers of webhooks; needs no client. */
export interface Webhooks {
  /**
   * Verifies that a message is signed with the secret, or with one of them, and returns it. The body is the
   * one that was received, before anything parses it. Throws `WebhookVerificationError`; `TypeError` for a
   * parsed body and for what is no secret.
   */
  unwrap(
    body: string | Uint8Array | ArrayBuffer,
    headers: ReceivedHeaders,
    secret: string | readonly string[],
    options?: UnwrapOptions,
  ): Promise<VerifiedMessage>;
}

export const webhooks: Webhooks = { unwrap: unwrapWebhook };
