import { type Rule, ruleIds, ruleList } from "./check-rules.ts";

/** Differences of a project or a run from the rules' defaults. */
export interface RuleSwitches {
  on?: readonly Rule[] | undefined;
  off?: readonly Rule[] | undefined;
  /** Rules that are switched on and whose problems block a job although they are otherwise warnings. */
  strict?: readonly Rule[] | undefined;
}

export function isRuleOn(rule: Rule, { on = [], off = [], strict = [] }: RuleSwitches): boolean {
  if (off.includes(rule)) return false;
  return ruleList[rule].isOn || on.includes(rule) || strict.includes(rule);
}

export function severityOf(rule: Rule, { strict = [] }: RuleSwitches): "error" | "warning" {
  return strict.includes(rule) ? "error" : ruleList[rule].severity;
}

/** Whether a rule was applied to a site. */
export interface RuleState {
  rule: Rule;
  severity: "error" | "warning";
  /** `partly`: the rule could not judge everything in its scope. */
  state: "judged" | "partly" | "not_judged" | "off";
  /** Null if everything was judged. */
  reason: string | null;
}

/** Returns one entry for every rule. */
export function describeRules(
  switches: RuleSwitches,
  {
    notJudged,
    unjudged,
  }: {
    notJudged: readonly { rule: Rule; isWhole: boolean; reason: string }[];
    unjudged: readonly { rule: Rule; reason: string }[];
  },
): RuleState[] {
  return ruleIds.map((rule) => {
    const severity = severityOf(rule, switches);
    if (!isRuleOn(rule, switches)) return { rule, severity, state: "off", reason: "switched off" };
    const whole = unjudged.find((one) => one.rule === rule);
    if (whole !== undefined) return { rule, severity, state: "not_judged", reason: whole.reason };
    const part = notJudged.find((one) => one.rule === rule);
    if (part === undefined) return { rule, severity, state: "judged", reason: null };
    return { rule, severity, state: part.isWhole ? "not_judged" : "partly", reason: part.reason };
  });
}
