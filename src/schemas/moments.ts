import { z } from "zod";

/** Jobs are younger, and PostgreSQL has no year 0000. */
const year = "(?:19[7-9]\\d|[2-9]\\d{3})";

/** A month, such as 2026-11, from 1970 on. */
export const month = z
  .string()
  .regex(new RegExp(`^${year}-(?:0[1-9]|1[0-2])$`), "must be a month such as 2026-11");

/** A time with its zone, such as 2026-11-22T00:00:00Z, from 1970 on. */
export const instant = z.iso
  .datetime({ offset: true, error: "must be a time such as 2026-11-22T00:00:00Z" })
  .regex(new RegExp(`^${year}-`), "must be a time such as 2026-11-22T00:00:00Z");
