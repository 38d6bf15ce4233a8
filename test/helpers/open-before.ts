import { planMove } from "../../src/checks/changes/plan-move.ts";
import { type CheckOptions, checkSite } from "../../src/checks/check-site.ts";
import { compareReports } from "../../src/checks/reports/compare-reports.ts";
import { findSoundAnchors } from "../../src/checks/reports/find-not-judged.ts";
import type { CheckComparison, Finding } from "../../src/checks/types.ts";
import type { OpenFixture } from "../fixtures/sites/open-fixture.ts";

/** The site before a change, and what a change brings and takes away. */
export async function openBefore(fixture: OpenFixture) {
  const { site } = fixture;
  const before = await checkSite(site);
  const soundAnchors = findSoundAnchors(site, before.notJudged);
  const compare = async (
    changes: Record<string, string | null>,
    renames: ReadonlyMap<string, string> = new Map(),
  ): Promise<Pick<CheckComparison, "new" | "fixed" | "preexisting">> => {
    await fixture.set(changes);
    const options: CheckOptions = {
      before: { notJudged: before.notJudged, soundAnchors },
      oldPaths: new Map([...renames].map(([from, to]) => [to, from])),
    };
    return compareReports(before, await checkSite(site, options), { renames });
  };
  const move = async (from: string, to: string) => {
    const plan = await planMove(site, from, to);
    const changes: Record<string, string | null> = { [from]: null, [to]: await fixture.text(from) };
    for (const { path, text } of plan.edits) changes[path] = text;
    return { plan, comparison: await compare(changes, new Map([[from, to]])) };
  };
  return { before, compare, move };
}

export function brief(findings: readonly Finding[]): string[] {
  return findings.map(({ rule, path, target }) => `${rule} ${path} ${target}`);
}

export function counts({
  new: added,
  fixed,
  preexisting,
}: Pick<CheckComparison, "new" | "fixed" | "preexisting">): number[] {
  return [added.length, fixed.length, preexisting.length];
}
