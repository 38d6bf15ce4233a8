import { type WebhookErrorCode, WebhookVerificationError } from "./errors.ts";
import type { WebhookMessage } from "./generated-types.ts";
import type { UnknownName } from "./unknown-name.ts";

type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const toleranceSecondsDefault = 300;

interface MessageId {
  /** The same for every delivery attempt of the message: store it to handle nothing twice. */
  id: string;
}

/** A message of a newer service. */
export interface UnknownMessage extends MessageId {
  type: UnknownName;
  /** Time of the event. */
  timestamp: string;
  data: Record<string, unknown>;
}

/** A verified message. A `switch` over `type` needs a `default`: newer services may send more types. */
export type VerifiedMessage = (WebhookMessage & MessageId) | UnknownMessage;

/** Headers of the platform (`Headers`), or those of Node, whose names may be in any case. */
export type ReceivedHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface UnwrapOptions {
  /** How old a message may be, or how far in the future; default 5 minutes. */
  toleranceSeconds?: number | undefined;
}

/** See `webhooks.unwrap`. */
export async function unwrapWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: ReceivedHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = toleranceSecondsDefault }: UnwrapOptions = {},
): Promise<VerifiedMessage> {
  const bytes = toBytes(body);
  const keys = await Promise.all([secret].flat().map(importSecret));
  const [id, sentAt, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    readHeader(headers, name),
  );
  if (!id || !sentAt || !signatures)
    throw refuse("webhook_not_signed", "The headers of a signed message are missing.");
  if (!/^\d{1,12}$/.test(sentAt) || Math.abs(Date.now() / 1000 - Number(sentAt)) > toleranceSeconds)
    throw refuse(
      "webhook_timestamp_invalid",
      `The message was not sent within ${toleranceSeconds} s of now.`,
    );
  const signed = concat(new TextEncoder().encode(`${id}.${sentAt}.`), bytes);
  if (!(await isSigned(keys, signatures, signed)))
    throw refuse("webhook_signature_invalid", "The message is not signed with the secret.");
  return { ...parseMessage(new TextDecoder().decode(bytes)), id };
}

/** Does not check for a class: bytes may come from another realm, as in tests under Jest. */
function toBytes(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body))
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice() as Uint8Array<ArrayBuffer>;
  if (Object.prototype.toString.call(body) === "[object ArrayBuffer]")
    return new Uint8Array(body as ArrayBuffer);
  throw new TypeError("body must be the body as it was received, before anything parses it: text or bytes.");
}

async function importSecret(secret: string): Promise<HmacKey> {
  const bytes = decodeBase64(String(secret).replace(/^whsec_/, ""));
  if (bytes === null || bytes.length === 0)
    throw new TypeError("secret must be the secret of a webhook: whsec_ and base64.");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

/** There are several signatures while a secret is being replaced. The platform compares in constant time. */
async function isSigned(
  keys: HmacKey[],
  signatures: string,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const signature of signatures.split(" ")) {
    const given = signature.startsWith("v1,") ? decodeBase64(signature.slice(3)) : null;
    if (given === null) continue;
    for (const key of keys) if (await crypto.subtle.verify("HMAC", key, given, signed)) return true;
  }
  return false;
}

function parseMessage(text: string): VerifiedMessage {
  const message = parseJson(text) as VerifiedMessage | null;
  if (typeof message?.type === "string" && typeof message.data === "object" && message.data !== null)
    return message;
  throw refuse("webhook_body_invalid", "The message is signed, but is no message of Copydesk.");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function readHeader(headers: ReceivedHeaders, name: string): string | null {
  if (typeof headers.get === "function") return headers.get(name);
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === "string" ? value : null;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

function concat(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}

function refuse(code: WebhookErrorCode, detail: string): WebhookVerificationError {
  return new WebhookVerificationError({ code, detail });
}
