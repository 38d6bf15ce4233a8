import { AppError } from "../errors.ts";

const toleranceSeconds = 5 * 60;

/**
 * For a delivery whose signature is right: it covers the time of sending, in seconds, so that an old one
 * cannot be sent again. Throws `invalid_signature` when that is more than five minutes from now.
 */
export function assertRecent(sentSeconds: number, nowMs: number, header: string): void {
  const age = Math.round(nowMs / 1_000 - sentSeconds);
  if (Math.abs(age) <= toleranceSeconds) return;
  const distance = `${Math.abs(age)} seconds ${age > 0 ? "ago" : "ahead"}`;
  throw new AppError(
    "invalid_signature",
    `The signature is right, but the time that is signed with it is too far off: ${header} is ${distance} by the clock of this machine, and at most ${toleranceSeconds} are allowed. Sign each attempt with the current time, and compare the clocks of both machines.`,
  );
}
