import type { CheckComparison, CheckReport, Finding } from "../types.ts";

type ReportComparison = Pick<CheckComparison, "new" | "fixed" | "preexisting">;

/**
 * Returns the findings that a change added and removed. Findings are the same if rule, path and subject (else
 * the target or the message) are the same, as often as they occur; lines do not count. `renames` maps old
 * paths to new ones: a moved page keeps its findings, and so do the links to it.
 */
export function compareReports(
  before: Pick<CheckReport, "findings">,
  after: Pick<CheckReport, "findings">,
  options: { renames?: ReadonlyMap<string, string> } = {},
): ReportComparison {
  const left = new Map<string, Finding[]>();
  const nameNow = (path: string) => options.renames?.get(path) ?? path;
  for (const finding of before.findings) {
    const key = keyOf(finding, nameNow);
    const known = left.get(key);
    if (known) known.push(finding);
    else left.set(key, [finding]);
  }
  const result: ReportComparison = { new: [], fixed: [], preexisting: [] };
  for (const finding of after.findings) {
    const matched = left.get(keyOf(finding))?.shift();
    (matched === undefined && !finding.preexisting ? result.new : result.preexisting).push(finding);
  }
  for (const rest of left.values()) {
    for (const finding of rest) result.fixed.push(finding);
  }
  return result;
}

function keyOf(
  { rule, path, subject, target, message }: Finding,
  nameNow = (name: string): string => name,
): string {
  const about = subject === undefined ? [target ?? message] : [nameNow(subject.path), subject.rest];
  return JSON.stringify([rule, nameNow(path), ...about]);
}
