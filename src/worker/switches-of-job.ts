import { switchesOf } from "../projects/rule-settings.ts";
import { isRule, type Rule, ruleList } from "../schemas/check-rules.ts";
import { isRuleOn, type RuleSwitches } from "../schemas/rule-switches.ts";
import type { Prepared, Run } from "./run.ts";

/**
 * Returns the project's rule switches, made stricter by the repository's policy. Only the project can
 * switch on rules that need outside programs or hosts.
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
