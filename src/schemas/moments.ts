import { z } from "zod";

/** A month, such as 2026-11, from 1970 on: jobs are younger, and PostgreSQL has no year 0000. */
export const month = z
  .string()
  .regex(/^(?:19[7-9]\d|[2-9]\d{3})-(?:0[1-9]|1[0-2])$/, "must be a month such as 2026-11");

const notATime = "must be a time such as 2026-11-22T00:00:00Z";

/** A time with its zone, such as 2026-11-22T00:00:00Z, from 1970 on. */
export const instant = z.iso
  .datetime({ offset: true, error: notATime })
  .refine((text) => Date.parse(text) >= 0, notATime);
