import type { CheckedFinding } from "../agent/tools/tool-data.ts";
import { type Sliced, stepsPerStop } from "../text/run-in-slices.ts";
import { type ChoreOutcome, failureReason, type Steps, type ToolCall } from "./chore.ts";
import { describeReplacement } from "./describe-replacement.ts";
import { gatherAll } from "./gather-items.ts";
import { keepLinkedHeadings } from "./keep-linked-headings.ts";
import { matchingFilesSource } from "./list-sources.ts";
import { createScopeTest, isEditablePage } from "./page-paths.ts";
import { createPart } from "./part.ts";
import { planEdits, type TextEdit } from "./plan-edits.ts";
import { type Page, processPages } from "./process-pages.ts";
import { findNewFindings, type Repairs, repairNewFindings } from "./repair-new-findings.ts";
import {
  type ChangedPage,
  createReplaceRecord,
  type ReplaceInstruction,
  type ReplaceRecord,
} from "./replace-record.ts";
import { type PageReplacement, replaceTerm } from "./replace-term.ts";
import { suggestRenamedAnchor } from "./suggest-renamed-anchor.ts";

const searchesMax = 10;

export function* replaceEverywhere(instruction: ReplaceInstruction): Steps<ChoreOutcome> {
  const record = createReplaceRecord(createPart(instruction.filesMax));
  if (instruction.old === instruction.new) return describeReplacement(instruction, record, null);
  yield* searchAndReplace(instruction, record);
  if (record.changed.size === 0) return describeReplacement(instruction, record, null);
  return describeReplacement(instruction, record, yield* settle(record, instruction.old));
}

/** Repeats the search, which may be cut short, until it finds no further page. */
function* searchAndReplace(instruction: ReplaceInstruction, record: ReplaceRecord): Steps<void> {
  const isInScope = createScopeTest(instruction.scope);
  const seen = new Set<string>();
  for (let round = 0; round < searchesMax; round++) {
    const { items, failure } = yield* gatherAll(matchingFilesSource(instruction.old));
    if (failure !== null) record.failed.push({ path: "search", reason: failureReason(failure) });
    const files = items.filter(({ path }) => isInScope(path));
    const pages = files.map(({ path }) => path).filter((path) => isEditablePage(path) && !seen.has(path));
    record.otherFiles = files.filter(({ path }) => !isEditablePage(path));
    record.matchedLines = items.reduce((sum, { lines }) => sum + lines, 0);
    if (pages.length === 0) return;
    for (const path of pages) seen.add(path);
    yield* replaceInPages(pages, instruction, record);
  }
}

/**
 * Handles what the change broke: reverts invalid pages, keeps anchors that may be linked, then repairs links
 * to renamed headings.
 */
function* settle(record: ReplaceRecord, old: string): Steps<Repairs | null> {
  const findings = yield* findNewFindings();
  if (findings.length === 0) return null;
  const undone = yield* undoBrokenPages(record, findings);
  const isKept = yield* keepLinkedHeadings(record, findings, old);
  const headings = [...record.changed].flatMap(([path, page]) =>
    page.headings.map((heading) => ({ path, ...heading })),
  );
  const suggest = (finding: CheckedFinding) => suggestRenamedAnchor(headings, finding);
  return yield* repairNewFindings(suggest, undone === 0 && !isKept ? findings : null);
}

function* replaceInPages(
  paths: readonly string[],
  instruction: ReplaceInstruction,
  record: ReplaceRecord,
): Steps<void> {
  const planned = new Map<string, ChangedPage>();
  yield* processPages(paths, {
    *change(page) {
      const plan = yield* planPage(page, instruction);
      if (plan.call !== null && !record.part.take()) return null;
      for (const [form, count] of plan.forms) record.forms.set(form, (record.forms.get(form) ?? 0) + count);
      for (const occurrence of plan.left) record.left.push({ path: page.path, ...occurrence });
      planned.set(page.path, plan.changed);
      return plan.call;
    },
    changed(path, result) {
      if (!result.ok) record.failed.push({ path, reason: failureReason(result) });
      else record.changed.set(path, planned.get(path)!);
      planned.delete(path);
    },
    unreadable: (path, result) => record.failed.push({ path, reason: failureReason(result) }),
  });
}

function* planPage(page: Page, instruction: ReplaceInstruction) {
  const replacement = yield* replaceTerm(page, instruction);
  const { edits, unplaced } = yield* planTermEdits(page, replacement, instruction);
  const left = [...replacement.left];
  for (const index of unplaced) {
    replacement.changes.delete(index);
    left.push({ kind: "not-placed", line: index + 1 });
  }
  const lines = [...replacement.changes].map(([index, after]) => ({
    index,
    before: page.lines[index]!,
    after,
  }));
  const places = replacement.places - unplaced.length;
  const call: ToolCall | null =
    edits.length === 0 ? null : { name: "edit", input: { path: page.path, edits } };
  return { left, call, forms: replacement.forms, changed: { places, lines, headings: replacement.headings } };
}

/** Plans a single edit if every occurrence of the letters changes, else one per changed line. */
function* planTermEdits(
  page: Page,
  { changes, left }: PageReplacement,
  { old, new: replacement }: ReplaceInstruction,
): Sliced<{ edits: TextEdit[]; unplaced: number[] }> {
  const isPlain = !/['"\t\u00A0\u2000-\u201F\u00AB\u00BB-]/.test(old);
  const isAll = (index: number, line: string) =>
    (changes.get(index) ?? line) === line.split(old).join(replacement);
  if (isPlain && page.cutLines.size === 0 && left.length === 0 && changes.size > 1) {
    let index = 0;
    for (; index < page.lines.length && isAll(index, page.lines[index]!); index++) {
      if (index % stepsPerStop === 0) yield;
    }
    if (index === page.lines.length) return { edits: [{ old, new: replacement, all: true }], unplaced: [] };
  }
  return yield* planEdits(page.lines, changes, (index) => page.cutLines.has(index));
}

/** Reverts pages that the replacement made invalid. */
function* undoBrokenPages(record: ReplaceRecord, findings: readonly CheckedFinding[]): Steps<number> {
  const broken = new Map<string, CheckedFinding>();
  for (const finding of findings) {
    const isInvalid = finding.rule === "mdx-syntax" || finding.rule === "front-matter";
    if (isInvalid && record.changed.has(finding.path)) broken.set(finding.path, finding);
  }
  yield* processPages([...broken.keys()], {
    *change(page) {
      const lines = record.changed
        .get(page.path)!
        .lines.filter(({ index, after }) => page.lines[index] === after);
      const changes = new Map(lines.map(({ index, before }) => [index, before]));
      const { edits } = yield* planEdits(page.lines, changes, (index) => page.cutLines.has(index));
      return edits.length === 0 ? null : { name: "edit", input: { path: page.path, edits } };
    },
    changed(path, result) {
      if (!result.ok) return;
      record.changed.delete(path);
      const reason = `the replacement would make the page invalid (${broken.get(path)!.message})`;
      record.failed.push({ path, reason });
    },
    unreadable: () => {},
  });
  return broken.size;
}
