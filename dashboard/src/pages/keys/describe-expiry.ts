const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

export interface Expiry {
  text: string;
  /** `soon`: within a week. */
  state: "valid" | "soon" | "expired" | "revoked";
}

/** Describes how long a key remains valid. */
export function describeExpiry(
  { expiresAt, revokedAt }: { expiresAt: string | null; revokedAt: string | null },
  now: number,
): Expiry {
  if (revokedAt !== null) return { text: "Revoked", state: "revoked" };
  if (expiresAt === null) return { text: "Does not expire", state: "valid" };
  const left = Date.parse(expiresAt) - now;
  if (left <= 0) return { text: "Expired", state: "expired" };
  const state = left < 7 * dayMs ? "soon" : "valid";
  if (left < hourMs) return { text: "Expires within the hour", state };
  if (left < 2 * dayMs) return { text: `Expires in ${count(Math.round(left / hourMs), "hour")}`, state };
  return { text: `Expires in ${count(Math.round(left / dayMs), "day")}`, state };
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}
