import { describeDuration } from "../../parts/describe-time.ts";

/** Formats `2026-11` as "Nov 2026", in the reader's language. */
export function monthLabel(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  return new Intl.DateTimeFormat(undefined, { month: "short", year: "numeric", timeZone: "UTC" }).format(
    date,
  );
}

const short = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

export function describeHours(hours: number | null): string {
  if (hours === null) return "–";
  if (hours === 0) return "0";
  if (hours < 1 / 6) return describeDuration(hours * 3_600_000);
  if (hours < 1) return `${Math.round(hours * 60)} min`;
  if (hours < 48) return `${short.format(hours)} h`;
  return `${short.format(hours / 24)} days`;
}
