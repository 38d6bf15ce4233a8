import { createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "../../errors.ts";
import { assertRecent } from "../../schemas/assert-recent.ts";
import type { HostDelivery } from "../webhook-types.ts";

const signingPrefix = "whsec_";

/**
 * A webhook has a signing token (19.0 and later), which signs each delivery and its time as Standard Webhooks
 * say, or a secret token, which is sent along. Throws `invalid_signature` unless the delivery shows that its
 * sender knows the secret and, where its time is signed, was sent within five minutes of now.
 */
export function verifyDelivery(delivery: HostDelivery, secret: string, nowMs: number): void {
  const token = delivery.headers["x-gitlab-token"];
  if (secret !== "" && token !== undefined && isSame(Buffer.from(token), Buffer.from(secret))) return;
  if (!isSigned(delivery, secret))
    throw new AppError(
      "invalid_signature",
      "The delivery does not carry the webhook's secret or its signature.",
    );
  assertRecent(Number(delivery.headers["webhook-timestamp"]), nowMs, "webhook-timestamp");
}

function isSigned({ headers, body }: HostDelivery, secret: string): boolean {
  const { "webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": signatures } = headers;
  if (!secret.startsWith(signingPrefix) || !id || !signatures || !/^\d{1,12}$/.test(seconds ?? ""))
    return false;
  const key = Buffer.from(secret.slice(signingPrefix.length), "base64");
  if (key.length === 0) return false;
  const wanted = createHmac("sha256", key).update(`${id}.${seconds}.`).update(body).digest();
  // There may be several signatures during rotation of the token.
  return signatures
    .split(" ")
    .filter((signature) => signature.startsWith("v1,"))
    .some((signature) => isSame(Buffer.from(signature.slice(3), "base64"), wanted));
}

/** Compares in constant time; only the length may leak. */
function isSame(given: Buffer, wanted: Buffer): boolean {
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
