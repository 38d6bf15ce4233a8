import type { CheckedFinding } from "../agent/tools/tool-data.ts";
import { splitHash } from "../markdown/split-hash.ts";
import type { Steps } from "./chore.ts";
import { decode } from "./decode.ts";
import { type LineChanges, planEdits } from "./plan-edits.ts";
import { type Page, processPages } from "./process-pages.ts";
import type { ChangedPage, ReplaceRecord } from "./replace-record.ts";
import type { RenamedHeading } from "./replace-term.ts";

interface Kept {
  heading: RenamedHeading;
  /** Mark behind the heading that keeps its id; null if the heading gets its old text back. */
  mark: string | null;
}

/**
 * If links that are not judged may lead to the anchor of a renamed heading, keeps the heading's id by the
 * site's own syntax, or, if that is unknown, its text. Returns true if anything was changed.
 */
export function* keepLinkedHeadings(
  record: ReplaceRecord,
  findings: readonly CheckedFinding[],
  old: string,
): Steps<boolean> {
  const perPage = findLinked(record, findings);
  const kept = new Map<string, LineChanges>();
  yield* processPages([...perPage.keys()], {
    *change(page) {
      const changes = planKept(page, record.changed.get(page.path)!, perPage.get(page.path)!);
      kept.set(page.path, changes);
      const { edits } = yield* planEdits(page.lines, changes, (index) => page.cutLines.has(index));
      return edits.length === 0 ? null : { name: "edit", input: { path: page.path, edits } };
    },
    changed(path, result) {
      if (result.ok) noteKept(record, path, kept.get(path)!, old);
    },
    unreadable: () => {},
  });
  return kept.size > 0;
}

function findLinked(record: ReplaceRecord, findings: readonly CheckedFinding[]): Map<string, Kept[]> {
  const found = new Map<string, Map<RenamedHeading, Kept>>();
  for (const { rule, target, guess } of findings) {
    if (rule !== "anchor" || guess === null || target === null) continue;
    const anchor = squeeze(decode(splitHash(target)?.hash ?? target));
    for (const path of guess.pages) {
      const headings = record.changed.get(path)?.headings ?? [];
      const meant = headings.filter(({ old }) => squeeze(old.slug) === anchor);
      const kept = found.get(path) ?? new Map<RenamedHeading, Kept>();
      for (const heading of meant.length > 0 ? meant : headings) {
        const known = kept.get(heading);
        const isSame = known === undefined || known.mark === guess.keepId;
        kept.set(heading, { heading, mark: isSame && meant.length > 0 ? guess.keepId : null });
      }
      if (kept.size > 0) found.set(path, kept);
    }
  }
  return new Map([...found].map(([path, kept]) => [path, [...kept.values()]]));
}

function planKept(page: Page, { lines, headings }: ChangedPage, kept: readonly Kept[]): LineChanges {
  const changes: LineChanges = new Map();
  const lineOf = ({ line }: RenamedHeading) => lines.find(({ index }) => index === line - 1);
  // A heading that only got another number has no changed line: then the changed headings are reverted.
  const isNumbered = kept.some(({ heading }) => lineOf(heading) === undefined);
  const all = isNumbered ? headings.map((heading) => ({ heading, mark: null })) : kept;
  for (const { heading, mark } of all) {
    const line = lineOf(heading);
    if (line === undefined || page.lines[line.index] !== line.after) continue;
    changes.set(line.index, mark === null ? line.before : line.after.trimEnd() + mark);
  }
  return changes;
}

function noteKept(record: ReplaceRecord, path: string, changes: LineChanges, old: string): void {
  const page = record.changed.get(path)!;
  for (const [index, text] of changes) {
    const line = page.lines.find((one) => one.index === index)!;
    const isBack = text === line.before;
    record.left.push({ path, line: index + 1, kind: isBack ? "linked-heading" : "kept-id" });
    if (isBack) page.places -= Math.max(1, count(line.before, old) - count(line.after, old));
    line.after = text;
  }
  page.lines = page.lines.filter(({ before, after }) => before !== after);
  page.headings = page.headings.filter(({ line }) => !changes.has(line - 1));
  if (page.lines.length === 0) record.changed.delete(path);
}

function count(text: string, term: string): number {
  return text.split(term).length - 1;
}

function squeeze(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}
