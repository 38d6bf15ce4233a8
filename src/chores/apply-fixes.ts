import { scanPage } from "../markdown/scan-page.ts";
import { failureReason, type Steps } from "./chore.ts";
import { planEdits } from "./plan-edits.ts";
import { type Page, processPages } from "./process-pages.ts";

/** Replacement of a text at a place in a file. */
export interface Fix {
  path: string;
  /** 1-based. */
  line: number;
  column: number;
  old: string;
  new: string;
  /** `old` is a whole line, which goes with its end. */
  takesLine?: true;
}

export interface AppliedFixes {
  applied: Fix[];
  failed: { fix: Fix; reason: string }[];
}

const fixesPerStop = 64;

interface PlacedFix {
  fix: Fix;
  at: number;
}

/** Makes all fixes, file by file. A fix without a certain place is skipped. */
export function* applyFixes(fixes: readonly Fix[]): Steps<AppliedFixes> {
  const perPath = Map.groupBy(fixes, ({ path }) => path);
  const result: AppliedFixes = { applied: [], failed: [] };
  const planned = new Map<string, Fix[]>();
  const fail = (path: string, which: readonly Fix[], reason: string) => {
    for (const fix of which) result.failed.push({ fix: { ...fix, path }, reason });
  };
  yield* processPages([...perPath.keys()], {
    *change(page) {
      const { edits, placed, lost } = yield* planFixes(page, perPath.get(page.path)!);
      fail(page.path, lost, "the text is no longer at this place, or is there more than once");
      planned.set(page.path, placed);
      return edits.length === 0 ? null : { name: "edit", input: { path: page.path, edits } };
    },
    changed(path, answer) {
      if (!answer.ok) fail(path, planned.get(path)!, failureReason(answer));
      else result.applied.push(...planned.get(path)!);
    },
    unreadable: (path, answer) => fail(path, perPath.get(path)!, failureReason(answer)),
  });
  return result;
}

function* planFixes(page: Page, fixes: readonly Fix[]) {
  const placed: PlacedFix[] = [];
  const perLine = new Map<number, PlacedFix[]>();
  const lost: Fix[] = [];
  const findOnLine = createTargetFinder(page);
  for (const [index, fix] of fixes.entries()) {
    if (index % fixesPerStop === 0) yield;
    const at = locate(page.lines[fix.line - 1] ?? "", fix, findOnLine);
    const onLine = perLine.get(fix.line) ?? [];
    if (at === null || overlaps(onLine, fix, at)) lost.push(fix);
    else {
      placed.push({ fix, at });
      perLine.set(fix.line, onLine);
      onLine.push({ fix, at });
    }
  }
  yield;
  const changes = new Map<number, string | null>();
  for (const { fix, at } of placed.toSorted((a, b) => b.at - a.at)) {
    const line = changes.get(fix.line - 1) ?? page.lines[fix.line - 1]!;
    const changed = line.slice(0, at) + fix.new + line.slice(at + fix.old.length);
    changes.set(fix.line - 1, fix.takesLine ? null : changed);
  }
  const { edits, unplaced } = yield* planEdits(page.lines, changes, (index) => page.cutLines.has(index));
  const unplacedLines = new Set(unplaced);
  const isUnplaced = ({ line }: Fix) => unplacedLines.has(line - 1);
  const kept = placed.map(({ fix }) => fix);
  return {
    edits,
    placed: kept.filter((fix) => !isUnplaced(fix)),
    lost: [...lost, ...kept.filter(isUnplaced)],
  };
}

function overlaps(onLine: readonly PlacedFix[], fix: Fix, at: number): boolean {
  return onLine.some((other) => at < other.at + other.fix.old.length && other.at < at + fix.old.length);
}

/** Finds the text at the stated column, else as the line's one link target, else as its only occurrence. */
function locate(line: string, fix: Fix, findOnLine: (fix: Fix) => number[]): number | null {
  if (fix.old === "") return null;
  if (line.startsWith(fix.old, fix.column - 1)) return fix.column - 1;
  const targets = findOnLine(fix);
  if (targets.length > 0) return targets.length === 1 ? targets[0]! : null;
  const at = line.indexOf(fix.old);
  if (at < 0 || line.indexOf(fix.old, at + 1) >= 0) return null;
  const isPartOfMore = /[\w/#.-]/.test(line[at - 1] ?? "") || /[\w/-]/.test(line[at + fix.old.length] ?? "");
  return isPartOfMore ? null : at;
}

function createTargetFinder(page: Page): (fix: Fix) => number[] {
  let targets: Map<number, { target: string; column: number }[]> | null = null;
  return ({ line, old }) => {
    if (targets === null) {
      const { links } = scanPage(page.lines.join("\n"), { mdx: page.path.endsWith(".mdx") });
      targets = Map.groupBy(links, (link) => link.line);
    }
    const found = targets.get(line) ?? [];
    return found.filter(({ target }) => target === old).map(({ column }) => column - 1);
  };
}
