import { switchesOf } from "../projects/rule-settings.ts";
import { isRule, type Rule, ruleList } from "../schemas/check-rules.ts";
import { isRuleOn, type RuleSwitches } from "../schemas/rule-switches.ts";
import type { Prepared, Run } from "./run.ts";

/**
 * As the project says, or stricter where the repository's policy says so. Rules that ask others than the site
 * are the project's to switch on.
 */
export function switchesOfJob({ job }: Pick<Run, "job">, { policy }: Pick<Prepared, "policy">): RuleSwitches {
  const own = switchesOf(job.settings);
  const { on = [], strict = [] } = policy?.policy.rules ?? {};
  if (on.length + strict.length === 0) return own;
  const isWanted = (rule: string): rule is Rule =>
    isRule(rule) && (ruleList[rule].needs !== "outside" || isRuleOn(rule, own));
  const wanted = [...on, ...strict].filter(isWanted);
  return {
    on: [...(own.on ?? []), ...wanted],
    off: (own.off ?? []).filter((rule) => !wanted.includes(rule)),
    strict: [...(own.strict ?? []), ...strict.filter(isWanted)],
  };
}
