import { type Rule, ruleIds, ruleList } from "./check-rules.ts";

/** How a project or a run differs from the defaults of the rules. */
export interface RuleSwitches {
  on?: readonly Rule[] | undefined;
  off?: readonly Rule[] | undefined;
  /** Their problems hold a job back although they are warnings otherwise; they are on. */
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
  /** `partly`: some of what the rule is about could not be judged. */
  state: "judged" | "partly" | "not_judged" | "off";
  /** Null when everything was judged. */
  reason: string | null;
}

/** One entry for each rule there is. */
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
