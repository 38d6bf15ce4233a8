import { z } from "zod";
import { isRule, type Rule, ruleIds } from "../schemas/check-rules.ts";
import type { RuleSwitches } from "../schemas/rule-switches.ts";
import type { ProjectSettings } from "../store/project-settings.ts";

const names = z
  .array(z.enum(ruleIds, { error: "must be a rule of the checks, such as internal-link" }))
  .max(ruleIds.length)
  .optional();

/** A project's deviations from the default rules of the checks. */
export const ruleSettings = z
  .strictObject({
    on: names.meta({ description: "Rules that are off unless a project asks for them." }),
    off: names.meta({ description: "Rules that are not applied." }),
    strict: names.meta({ description: "Warnings whose new problems hold a job back here." }),
  })
  .refine(({ on = [], strict = [], off = [] }) => ![...on, ...strict].some((rule) => off.includes(rule)), {
    error: "must not switch the same rule on and off",
  });

/** Leaves out rules that a newer version has stored and this one does not know. */
export function switchesOf({ rules = {} }: Pick<ProjectSettings, "rules">): RuleSwitches {
  const known = (list: readonly string[] = []): Rule[] => list.filter(isRule);
  return { on: known(rules.on), off: known(rules.off), strict: known(rules.strict) };
}
