import { z } from "zod";

const dayOrTime =
  /^\d{4}-(?:0\d|1[0-2])-[0-3]\d(?:T[0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?(?:Z|[+-][0-2]\d:[0-5]\d))?$/;

/** A day in UTC, or a time with its zone. */
export const moment = z
  .string()
  .refine(
    (text) => dayOrTime.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)),
    "must be a day such as 2026-11-21, or a time such as 2026-11-21T09:30:00Z",
  )
  .meta({ pattern: dayOrTime.source, examples: ["2026-11-21"] })
  .optional();

// `Date.parse` accepts the 31st of every month.
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

const dayMs = 24 * 60 * 60 * 1_000;

/** A day goes on to its end, which is no part of it; a time is the end itself. */
export function endOf(text: string): Date {
  return new Date(Date.parse(text) + (isDayOnly(text) ? dayMs : 0));
}

/** Returns the last millisecond of a day, or the time. */
export function lastOf(text: string): Date {
  return new Date(Date.parse(text) + (isDayOnly(text) ? dayMs - 1 : 0));
}

function isDayOnly(text: string): boolean {
  return text.length === "2026-11-21".length;
}
