import type { Field } from "../../pages/read-fields.ts";

interface PostDay {
  year: string;
  month: string;
  day: string;
}

const stated =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:[Tt]|[ \t]+)(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d*)?)?[ \t]*(Z|[+-]\d{1,2}(?::?\d\d)?)?)?$/;

/**
 * Returns the day in the site's zone on which a post says that it was written. YAML takes a time without a
 * zone for UTC, which is also the zone of machines that build. Null if it is written in another way.
 */
export function dayOf(date: Field | undefined, zone: string | null): PostDay | null {
  const [, year, month, day, hour, minute, second = "00", offset = "Z"] =
    (typeof date === "string" ? stated.exec(date) : null) ?? [];
  if (year === undefined) return null;
  const own = { year, month: month!.padStart(2, "0"), day: day!.padStart(2, "0") };
  if (hour === undefined) return own;
  const [, sign, hours = "", minutes = "00"] = /^([+-])(\d{1,2}):?(\d\d)?$/.exec(offset) ?? [];
  const suffix = sign === undefined ? "Z" : `${sign}${hours.padStart(2, "0")}:${minutes}`;
  const time = Date.parse(
    `${year}-${own.month}-${own.day}T${hour.padStart(2, "0")}:${minute}:${second}${suffix}`,
  );
  return Number.isNaN(time) ? null : inZone(time, zone ?? "UTC");
}

function inZone(time: number, timeZone: string): PostDay | null {
  try {
    const format = new Intl.DateTimeFormat("en-CA", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
    const [year, month, day] = format.format(time).split("-");
    return { year: year!, month: month!, day: day! };
  } catch {
    return null;
  }
}
