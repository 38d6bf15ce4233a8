import { z } from "zod";

/** Limits for a calendar month (UTC). */
export const monthlyCapSchema = z.strictObject({
  maxTokens: z.int("must be a whole number").min(1).max(1_000_000_000_000).optional(),
  maxCostUsd: z.number("must be a number").positive().max(10_000_000).optional(),
});
