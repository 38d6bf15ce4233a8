import type { Rule } from "../../schemas/check-rules.ts";
import { describeRules, type RuleState, type RuleSwitches } from "../../schemas/rule-switches.ts";
import type { CheckReport, NotJudged } from "../types.ts";

/**
 * Returns what could not be judged on any of a repository's sites, with their folders if there are several,
 * and the state of every rule. `partly`: what else a rule could not judge.
 */
export function describeJudged(
  reports: readonly Pick<CheckReport, "site" | "notJudged" | "unjudged" | "partly">[],
  switches: RuleSwitches,
  partly: readonly { rule: Rule; reason: string }[] = [],
): { notJudged: NotJudged[]; rules: RuleState[] } {
  const [first, ...others] = reports;
  const more = partly.map((one) => ({ ...one, isWhole: false }));
  if (others.length === 0) {
    const { notJudged, unjudged } = first!;
    const open = [...notJudged, ...first!.partly.map((one) => ({ ...one, isWhole: false })), ...more];
    return { notJudged, rules: describeRules(switches, { notJudged: open, unjudged }) };
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
  const open = joined((report) => [...report.unjudged, ...report.partly]);
  return {
    notJudged,
    rules: describeRules(switches, { notJudged: [...notJudged, ...open, ...more], unjudged: [] }),
  };
}
