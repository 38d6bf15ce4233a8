import type { LimitedOperation, Uses } from "./new-job.ts";

/** Creates of one project in any 60 minutes, and as many messages. */
export const usesPerHour = 100;

/** What a client is told of the limit. */
export function toUses(
  { used, resetSeconds }: { used: number; resetSeconds: number },
  policy: LimitedOperation,
): Uses {
  return { policy, limit: usesPerHour, left: Math.max(0, usesPerHour - used), resetSeconds };
}
