import type { RuleNeeding } from "../schemas/check-rules.ts";
import { isRuleOn, type RuleState, type RuleSwitches, severityOf } from "../schemas/rule-switches.ts";
import type { ExternalLink } from "./find-external-links.ts";
import type { Finding } from "./types.ts";

/** What a rule gets that asks others than the site: servers of other sites, a program. */
export interface OutsideInput {
  /** Those that changed, or all of them when nothing is compared. */
  pages: readonly string[];
  /** Null: it is not there any more. */
  read(path: string): Promise<Buffer | null>;
  /** A page before the change, by its path now; null: there was none. Null itself: nothing is compared. */
  readBefore: ((path: string) => Promise<Buffer | null>) | null;
  /** The files whose settings count; a job's own change has no say in them. */
  settings: { paths: readonly string[]; read(path: string): Promise<Buffer> };
  /** Of the pages. */
  links: readonly ExternalLink[];
  /** Whether a request to this link's server may be made. */
  mayAsk(link: ExternalLink): boolean;
  signal: AbortSignal;
}

export interface OutsideAnswer {
  findings: Finding[];
  /** Null: all was judged. */
  notJudged: { reason: string; isWhole: boolean } | null;
}

export type OutsideRule = (input: OutsideInput) => Promise<OutsideAnswer>;

/** Each such rule, or why nothing can be judged by it here. */
export type OutsideRules = Readonly<Record<RuleNeeding<"outside">, OutsideRule | string>>;

interface OutsideFindings {
  errors: Finding[];
  warnings: Finding[];
  /** Those that were given, with what came of these rules. */
  states: RuleState[];
}

/** Applies those of the rules that are on. */
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
