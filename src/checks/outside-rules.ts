import type { RuleNeeding } from "../schemas/check-rules.ts";
import { isRuleOn, type RuleState, type RuleSwitches, severityOf } from "../schemas/rule-switches.ts";
import type { ExternalLink } from "./find-external-links.ts";
import type { Finding } from "./types.ts";

/** Input of a rule that asks other servers or a program. */
export interface OutsideInput {
  /** Changed pages, or all of them if nothing is compared. */
  pages: readonly string[];
  /** Null if it no longer exists. */
  read(path: string): Promise<Buffer | null>;
  /**
   * Reads a page before the change, by its current path; null if it did not exist. The function is null if
   * nothing is compared.
   */
  readBefore: ((path: string) => Promise<Buffer | null>) | null;
  /** Files whose settings apply; a job's own change does not affect them. */
  settings: { paths: readonly string[]; read(path: string): Promise<Buffer> };
  /** External links of the pages. */
  links: readonly ExternalLink[];
  /** Whether a request to this link's server may be made. */
  mayAsk(link: ExternalLink): boolean;
  signal: AbortSignal;
}

export interface OutsideAnswer {
  findings: Finding[];
  /** Null if everything was judged. */
  notJudged: { reason: string; isWhole: boolean } | null;
}

export type OutsideRule = (input: OutsideInput) => Promise<OutsideAnswer>;

/** Each such rule, or the reason why it can judge nothing here. */
export type OutsideRules = Readonly<Record<RuleNeeding<"outside">, OutsideRule | string>>;

interface OutsideFindings {
  errors: Finding[];
  warnings: Finding[];
  /** The given states, updated for these rules. */
  states: RuleState[];
}

/** Applies the rules that are on. */
export async function judgeOutside(
  rules: OutsideRules,
  input: OutsideInput,
  { switches, states }: { switches: RuleSwitches; states: readonly RuleState[] },
): Promise<OutsideFindings> {
  const found: OutsideFindings = { errors: [], warnings: [], states: [...states] };
  for (const [at, { rule }] of found.states.entries()) {
    if (!isOutside(rules, rule) || !isRuleOn(rule, switches)) continue;
    const judge = rules[rule];
    const { findings, notJudged } =
      typeof judge === "string"
        ? { findings: [], notJudged: { reason: judge, isWhole: true } }
        : await judge(input);
    const severity = severityOf(rule, switches);
    for (const finding of findings) found[severity === "error" ? "errors" : "warnings"].push(finding);
    if (notJudged === null) continue;
    const { reason, isWhole } = notJudged;
    found.states[at] = { rule, severity, state: isWhole ? "not_judged" : "partly", reason };
  }
  return found;
}

function isOutside(rules: OutsideRules, rule: string): rule is RuleNeeding<"outside"> {
  return Object.hasOwn(rules, rule);
}
