/**
 * Returns the first of a number of months, the current one included, as `YYYY-MM` in UTC, in which months are
 * counted.
 */
export function periodFrom(months: number, now: Date): string {
  const count = Number.isInteger(months) && months > 0 ? Math.min(months, 120) : 6;
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count + 1, 1)).toISOString().slice(0, 7);
}
