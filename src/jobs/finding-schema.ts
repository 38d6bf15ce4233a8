import { z } from "zod";
import { ruleIds } from "../schemas/check-rules.ts";
import { openEnum } from "./open-enum.ts";

/** A problem found by the documentation checks, as in events and the API. */
export const finding = z
  .object({
    rule: openEnum(ruleIds).meta({ description: "The check that found it." }),
    path: z.string().meta({ description: "From the root of the repository." }),
    line: z.int().min(1),
    column: z.int().min(1).meta({ description: "In UTF-16 code units." }),
    message: z.string(),
    target: z.string().optional().meta({ description: "The text that is wrong, such as a link's target." }),
    suggestion: z
      .object({ old: z.string(), new: z.string(), because: z.string() })
      .optional()
      .meta({ description: "The one certain repair." }),
    candidates: z
      .array(z.string())
      .optional()
      .meta({ description: "Possible repairs when none is certain." }),
  })
  .meta({ description: "A problem in the documentation." });

/** Links of a rule that could not be checked. */
export const notJudged = z
  .array(
    z.object({
      rule: z.string().meta({ description: "The check that they belong to." }),
      links: z.int().min(0),
      reason: z.string().meta({ description: 'In a sentence that begins with "links not judged here".' }),
    }),
  )
  .meta({
    description:
      "Links that could not be judged on this site, with the reason. They count neither as broken nor as fixed.",
  });

/** Every rule, and whether it was applied. */
const ruleStates = z
  .array(
    z.object({
      rule: openEnum(ruleIds),
      severity: z
        .enum(["error", "warning"])
        .meta({ description: "New problems of a warning do not hold a job back." }),
      state: z
        .enum(["judged", "partly", "not_judged", "off"])
        .meta({ description: "partly: the rule could judge only some of its subjects." }),
      reason: z.string().nullable().meta({ description: "Why it is not judged, or only in part." }),
    }),
  )
  .meta({ description: "Every rule of the checks, and whether it was applied to this site." });

/** Results of the checks, in lists of limited length. */
export const checkLists = {
  notJudged,
  new: z.array(finding).meta({ description: "Problems that the change brings, at most 40." }),
  fixed: z.array(finding).meta({ description: "Problems that the change repairs, at most 40." }),
  preexisting: z.array(finding).optional().meta({
    description:
      "Problems that existed before and still exist, those of changed files first, at most 40; absent in reports older than this field.",
  }),
  warnings: z.array(finding).optional().meta({
    description: "New problems of rules that do not hold a job back, at most 40; absent when there are none.",
  }),
  removed: z.array(finding).optional().meta({
    description: "Problems that were removed with their text, at most 40; absent when there are none.",
  }),
  rules: ruleStates.optional(),
};

export type NotJudgedRecord = z.output<typeof notJudged>[number];

export type FindingRecord = z.output<typeof finding>;
