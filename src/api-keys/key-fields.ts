import { z } from "zod";
import { isAddressOrRange } from "./allowed-ips.ts";

/** Days from now; null if the key does not expire. */
export const expiresInDays = z
  .union([z.literal(7), z.literal(30), z.literal(60), z.literal(90), z.null()], {
    error: "must be 7, 30, 60, 90 or none",
  })
  .default(90)
  .meta({ description: "Days until the key expires: 7, 30, 60 or 90; null for never. Default: 90." });

export const allowedIps = z
  .array(z.string().refine(isAddressOrRange, "must be an IP address, or a range in CIDR notation above /0"))
  .max(50, "must have at most 50 entries");

/** Hours during which the old key or secret remains valid. */
export const overlapHours = z
  .number("must be a number")
  .min(0)
  .max(7 * 24, "must be at most 168 (7 days)");

const dayMs = 24 * 60 * 60 * 1000;

export function expiryOf(days: z.output<typeof expiresInDays>): Date | null {
  return days === null ? null : new Date(Date.now() + days * dayMs);
}
