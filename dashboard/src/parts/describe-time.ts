const units = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

/** Returns e.g. "3 minutes ago", "in 2 days" or "now", in the reader's language. */
export function describeTimeAgo(date: Date, nowMs: number): string {
  const seconds = (date.getTime() - nowMs) / 1_000;
  // A time seven days ahead still reads so a minute later; a past time never appears older than it is.
  const round = seconds > 0 ? Math.round : Math.trunc;
  for (const [unit, length] of units)
    if (Math.abs(seconds) >= length) return relative.format(round(seconds / length), unit);
  return relative.format(0, "second");
}

/** Returns e.g. "48 s", "3 min 20 s" or "2 h 5 min". */
export function describeDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}
