import type { Rule } from "../../schemas/check-rules.ts";
import { describeRules, type RuleState, type RuleSwitches } from "../../schemas/rule-switches.ts";
import type { CheckReport, NotJudged } from "../types.ts";

/**
 * Returns what could not be judged on any of a repository's sites, with their folders if there are several,
 * and the state of every rule. `partly`: what else a rule could not judge.
 */
export function describeJudged(
  reports: readonly Pick<CheckReport, "site" | "notJudged" | "unjudged">[],
  switches: RuleSwitches,
  partly: readonly { rule: Rule; reason: string }[] = [],
): { notJudged: NotJudged[]; rules: RuleState[] } {
  const [first, ...others] = reports;
  const more = partly.map((one) => ({ ...one, isWhole: false }));
  if (others.length === 0) {
    const { notJudged, unjudged } = first!;
    return { notJudged, rules: describeRules(switches, { notJudged: [...notJudged, ...more], unjudged }) };
  }
  const joined = <One extends { reason: string }>(listOf: (report: (typeof reports)[number]) => One[]) =>
    reports.flatMap((report) =>
      listOf(report).map((one) => ({
        ...one,
        isWhole: false,
        reason: `in ${report.site.docsRoot || "."}: ${one.reason}`,
      })),
    );
  const notJudged = joined((report) => report.notJudged);
  const unjudged = joined((report) => report.unjudged);
  return {
    notJudged,
    rules: describeRules(switches, { notJudged: [...notJudged, ...unjudged, ...more], unjudged: [] }),
  };
}
