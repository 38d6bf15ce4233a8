import { createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "../errors.ts";

/**
 * Throws `invalid_signature` unless the signature is the hex HMAC-SHA256 of `signed`, with or without the
 * prefix `sha256=`.
 */
export function verifyHmac(signed: Buffer, signature: string | undefined, secret: string): void {
  const given = Buffer.from((signature ?? "").replace(/^sha256=/, ""), "hex");
  const wanted = createHmac("sha256", secret).update(signed).digest();
  if (secret !== "" && given.length === wanted.length && timingSafeEqual(given, wanted)) return;
  throw new AppError("invalid_signature", "The delivery is not signed with the webhook's secret.");
}
