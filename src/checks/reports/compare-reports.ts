import type { CheckComparison, CheckReport, Finding } from "../types.ts";

type ReportComparison = Pick<CheckComparison, "new" | "fixed" | "preexisting">;

/**
 * Returns the findings that a change added and removed. Findings are the same if rule, path and subject are
 * the same, else if rule, path and the target or the message are, as often as they occur; lines do not count.
 * `renames` maps old paths to new ones: a moved page keeps its findings, and so do the links to it.
 */
export function compareReports(
  before: Pick<CheckReport, "findings">,
  after: Pick<CheckReport, "findings">,
  options: { renames?: ReadonlyMap<string, string> } = {},
): ReportComparison {
  const nameNow = (path: string) => options.renames?.get(path) ?? path;
  // What was not judged again is in both reports.
  const had = new Set(before.findings);
  const known = new Set(after.findings.filter((finding) => had.has(finding)));
  let fixed = before.findings.filter((finding) => !known.has(finding));
  for (const keyOf of [wholeKey, subjectKey, textKey]) {
    const left = Map.groupBy(fixed, (finding) => keyOf(finding, nameNow));
    for (const finding of after.findings)
      if (!known.has(finding) && left.get(keyOf(finding))?.shift() !== undefined) known.add(finding);
    fixed = [...left.values()].flat();
  }
  const isNew = (finding: Finding) => !known.has(finding) && !finding.preexisting;
  return {
    new: after.findings.filter(isNew),
    fixed,
    preexisting: after.findings.filter((finding) => !isNew(finding)),
  };
}

const sameName = (name: string): string => name;

/** So that of two links to the same page, the one that was broken before is not new. */
function wholeKey(finding: Finding, nameNow = sameName): string {
  return subjectKey(finding, nameNow) + textKey(finding, nameNow);
}

function subjectKey(finding: Finding, nameNow = sameName): string {
  const { rule, path, subject } = finding;
  if (subject === undefined) return textKey(finding, nameNow);
  return JSON.stringify([rule, nameNow(path), nameNow(subject.path), subject.rest]);
}

function textKey({ rule, path, target, message }: Finding, nameNow = sameName): string {
  return JSON.stringify([rule, nameNow(path), target ?? message]);
}
