import type { CheckComparison, CheckReport, Finding } from "./types.ts";

/**
 * What a change brought and took away. Findings are the same when rule, path and target (or message) are the same, as
 * often as they occur; lines do not count. `renames` maps old paths to new ones, so that a moved page keeps its findings.
 */
export function compareReports(
  before: CheckReport,
  after: CheckReport,
  options: { renames?: ReadonlyMap<string, string> } = {},
): CheckComparison {
  const left = new Map<string, Finding[]>();
  for (const finding of before.findings) {
    const path = options.renames?.get(finding.path) ?? finding.path;
    const key = keyOf(finding, path);
    const known = left.get(key);
    if (known) known.push(finding);
    else left.set(key, [finding]);
  }
  const result: CheckComparison = { new: [], fixed: [], preexisting: [] };
  for (const finding of after.findings) {
    const matched = left.get(keyOf(finding, finding.path))?.shift();
    (matched === undefined && !finding.preexisting ? result.new : result.preexisting).push(finding);
  }
  for (const rest of left.values()) {
    for (const finding of rest) result.fixed.push(finding);
  }
  return result;
}

function keyOf(finding: Finding, path: string): string {
  return JSON.stringify([finding.rule, path, finding.target ?? finding.message]);
}
