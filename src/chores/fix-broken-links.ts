import type { CheckedFinding } from "../agent/tools/tool-data.ts";
import { applyFixes, type Fix } from "./apply-fixes.ts";
import { type ChoreOutcome, failureReason, type Steps } from "./chore.ts";
import { gatherAll } from "./gather-items.ts";
import type { Instruction } from "./instruction.ts";
import { findingsSource } from "./list-sources.ts";
import { createScopeTest } from "./page-paths.ts";
import { createPart, describePart } from "./part.ts";
import {
  describeFinding,
  describeRepairs,
  findNewFindings,
  repairNewFindings,
} from "./repair-new-findings.ts";
import { count } from "./write-finish.ts";

// A link that works only through a redirect is repaired with the others.
const linkRules = new Set(["internal-link", "anchor", "image", "navigation", "redirect"]);
const title = "Fix broken links";

export function* fixBrokenLinks({
  scope,
  filesMax,
}: Extract<Instruction, { kind: "fix-links" }>): Steps<ChoreOutcome> {
  const notJudged = new Set<string>();
  const path = isPlainPath(scope) ? scope : null;
  const check = yield* gatherAll(findingsSource({ newOnly: false, path, history: true, notJudged }));
  if (check.failure !== null) {
    const reason = `The check could not be run (${failureReason(check.failure)}), so nothing was changed.`;
    return { title, paragraphs: [reason], left: [] };
  }
  const isInScope = createScopeTest(scope);
  const broken = check.items.filter(({ rule, path }) => linkRules.has(rule) && isInScope(path));
  const where = scope === null ? "" : ` in \`${scope}\``;
  if (broken.length === 0) {
    const judged = notJudged.size === 0 ? "" : " of those that can be judged";
    const text = `No link${where}${judged} is broken, so nothing was changed.`;
    return { title, paragraphs: [text], left: [...notJudged] };
  }
  const unclear = broken.filter(({ suggestion }) => suggestion === null);
  const fixes = broken.flatMap(({ path, line, column, suggestion }): Fix[] =>
    suggestion === null ? [] : [{ path, line, column, ...suggestion }],
  );
  const isUndecided = ({ candidates }: CheckedFinding) => candidates.length > 0;
  const unrepaired = [
    ...unclear.filter(isUndecided),
    ...unclear.filter((finding) => !isUndecided(finding) && finding.rule !== "image"),
    ...unclear.filter((finding) => !isUndecided(finding) && finding.rule === "image"),
  ].map(describeUnclear);
  const left = [...notJudged, ...unrepaired];
  if (fixes.length === 0) {
    const text = `${count(broken.length, "broken link")}${where} found, and none has a certain repair, so nothing was changed.`;
    return { title, paragraphs: [text], left };
  }
  const part = createPart(filesMax);
  const taken = new Map([...new Set(fixes.map(({ path }) => path))].map((path) => [path, part.take()]));
  const now = fixes.filter(({ path }) => taken.get(path));
  const outcome = yield* fixAndVerify(now, { where, found: broken.length, left });
  const [head = "", ...rest] = outcome.paragraphs;
  return { ...outcome, paragraphs: [head, ...describePart(part), ...rest] };
}

/** Whether the check can be limited to the scope; patterns and other forms are matched here. */
function isPlainPath(scope: string | null): boolean {
  return scope !== null && !/[*?{]|^\/|(?:^|\/)\.{1,2}(?:\/|$)/.test(scope);
}

function* fixAndVerify(
  fixes: Fix[],
  context: { where: string; found: number; left: string[] },
): Steps<ChoreOutcome> {
  const { applied: unsorted, failed } = yield* applyFixes(fixes);
  const applied = unsorted.toSorted((a, b) =>
    a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1,
  );
  const repairs = yield* repairNewFindings();
  const undone = yield* undoWorse(applied, repairs.remaining);
  const kept = applied.filter((fix) => !undone.includes(fix));
  const pages = new Set(kept.map(({ path }) => path)).size;
  const places = kept.map(
    ({ path, line, old, new: target }) => `${path}:${line}: \`${old}\` → \`${target}\``,
  );
  const head = `Repaired ${count(kept.length, "broken link")} on ${count(pages, "page")}${context.where}; ${count(context.found, "broken link")} had been found.`;
  const remaining = undone.length > 0 ? yield* findNewFindings() : repairs.remaining;
  const repaired = describeRepairs({ ...repairs, remaining });
  return {
    title,
    paragraphs: [head, ...repaired.paragraphs, ...(places.length > 0 ? [listSome(places)] : [])],
    left: [
      ...repaired.left,
      ...failed.map(({ fix, reason }) => `${fix.path}:${fix.line}: ${fix.old}: ${reason}`),
      ...undone.map(
        ({ path, line, old }) => `${path}:${line}: ${old}: its repair would break something else`,
      ),
      ...context.left,
    ],
  };
}

/** Undoes a repair after which the check finds a new problem with the repaired target. */
function* undoWorse(applied: readonly Fix[], findings: readonly CheckedFinding[]): Steps<Fix[]> {
  const worse = applied.filter((fix) =>
    findings.some(({ path, line, target }) => path === fix.path && line === fix.line && target === fix.new),
  );
  const reversed = worse.map((fix) => ({ ...fix, old: fix.new, new: fix.old }));
  const result = reversed.length > 0 ? yield* applyFixes(reversed) : { applied: [] };
  const isReversed = (fix: Fix) =>
    result.applied.some(
      ({ path, line, old, new: target }) =>
        path === fix.path && line === fix.line && old === fix.new && target === fix.old,
    );
  return worse.filter(isReversed);
}

function describeUnclear(finding: CheckedFinding): string {
  const reason = finding.candidates.length > 0 ? "" : "; no certain repair is known";
  return `${describeFinding(finding)}${reason}`;
}

function listSome(entries: readonly string[]): string {
  const shown = entries.slice(0, 40).map((entry) => `- ${entry}`);
  return [...shown, ...(entries.length > 40 ? [`- … and ${entries.length - 40} more`] : [])].join("\n");
}
