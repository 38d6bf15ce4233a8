import { isRuleOn, type RuleSwitches, severityOf } from "../../schemas/rule-switches.ts";
import type { Site } from "../model/site.ts";
import type { CheckComparison, CheckReport, Finding } from "../types.ts";
import { compareReports } from "./compare-reports.ts";
import { findRemoved } from "./find-removed.ts";

interface JudgedSite {
  site: Site;
  report: CheckReport;
}

/** Joins what a change does to several sites. */
export function joinComparisons(all: readonly CheckComparison[]): CheckComparison {
  return {
    new: all.flatMap((one) => one.new),
    fixed: all.flatMap((one) => one.fixed),
    preexisting: all.flatMap((one) => one.preexisting),
    warnings: all.flatMap((one) => one.warnings),
    removed: all.flatMap((one) => one.removed),
  };
}

/**
 * Returns the findings that a change added and removed, for rules that are on and could be judged before and
 * after it. Findings that disappeared only with their text count as `removed`.
 */
export function compareSites(
  before: JudgedSite,
  after: JudgedSite,
  { renames, switches = {} }: { renames: ReadonlyMap<string, string>; switches?: RuleSwitches | undefined },
): CheckComparison {
  const unjudged = new Set(after.report.unjudged.map(({ rule }) => rule));
  const isOn = ({ rule }: Finding) => isRuleOn(rule, switches);
  // What the report after the change still has of a rule that is not judged, the change certainly breaks.
  const known = before.report.findings.filter((one) => isOn(one) && !unjudged.has(one.rule));
  const found = after.report.findings.filter(isOn);
  const compared = compareReports({ findings: known }, { findings: found }, { renames });
  const isError = ({ rule }: Finding) => severityOf(rule, switches) === "error";
  const gone = findRemoved(before.site, after.site, compared.fixed, renames);
  return {
    new: compared.new.filter(isError),
    warnings: compared.new.filter((finding) => !isError(finding)),
    fixed: compared.fixed.filter((finding) => !gone.has(finding)),
    removed: compared.fixed.filter((finding) => gone.has(finding)),
    preexisting: compared.preexisting,
  };
}
