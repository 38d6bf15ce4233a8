import type { CheckedFinding } from "../agent/tools/tool-data.ts";
import { type AppliedFixes, applyFixes, type Fix } from "./apply-fixes.ts";
import type { Steps } from "./chore.ts";
import { gatherAll } from "./gather-items.ts";
import { findingsSource } from "./list-sources.ts";
import { count, nameSome } from "./write-finish.ts";

export interface Repairs {
  applied: Fix[];
  /** New problems that remain. */
  remaining: CheckedFinding[];
}

const roundsMax = 3;

/**
 * Checks the site and repairs new problems that have a suggestion. `suggest` may know repairs that the check
 * does not; `known` holds the findings of a check that has just run.
 */
export function* repairNewFindings(
  suggest: (finding: CheckedFinding) => string | null = () => null,
  known: CheckedFinding[] | null = null,
): Steps<Repairs> {
  const applied: Fix[] = [];
  for (let round = 0; ; round++) {
    const findings = (round === 0 ? known : null) ?? (yield* findNewFindings());
    const fixes = round < roundsMax ? findings.flatMap((finding) => toFix(finding, suggest)) : [];
    const result: AppliedFixes = fixes.length > 0 ? yield* applyFixes(fixes) : { applied: [], failed: [] };
    applied.push(...result.applied);
    if (result.applied.length === 0) return { applied, remaining: findings };
  }
}

export function* findNewFindings(): Steps<CheckedFinding[]> {
  const { items } = yield* gatherAll(findingsSource({ newOnly: true }));
  return items;
}

function toFix(finding: CheckedFinding, suggest: (finding: CheckedFinding) => string | null): Fix[] {
  const { path, line, column, suggestion, target, guess } = finding;
  if (guess !== null) return [];
  if (suggestion !== null) return [{ path, line, column, ...suggestion }];
  const replacement = target === null ? null : suggest(finding);
  return replacement === null ? [] : [{ path, line, column, old: target!, new: replacement }];
}

export function describeRepairs(repairs: Repairs): { paragraphs: string[]; left: string[] } {
  const paragraphs: string[] = [];
  if (repairs.applied.length > 0) {
    const places = repairs.applied.map(({ path, line }) => `${path}:${line}`);
    paragraphs.push(
      `Repaired ${count(repairs.applied.length, "link")} that the change had broken: ${nameSome(places)}.`,
    );
  }
  return { paragraphs, left: repairs.remaining.map((finding) => `${describeFinding(finding)} (new)`) };
}

export function describeFinding({ rule, path, line, message, candidates }: CheckedFinding): string {
  const choice = candidates.length > 0 ? `; possible: ${nameSome(candidates, 4)}` : "";
  return `${path}:${line}: ${rule}: ${message}${choice}`;
}
