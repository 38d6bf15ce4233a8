import { pagesGlob } from "../text/page-path.ts";
import { chooseFrontMatter, type FrontMatterAddition } from "./choose-front-matter.ts";
import { type ChoreOutcome, failureReason, type Steps } from "./chore.ts";
import { findIncluded } from "./find-included.ts";
import { findPagesFolder } from "./find-pages-folder.ts";
import { gatherAll } from "./gather-items.ts";
import type { Instruction } from "./instruction.ts";
import { filesSource } from "./list-sources.ts";
import { createScopeTest, isEditablePage } from "./page-paths.ts";
import { createPart, describePart, type Part } from "./part.ts";
import { planEdits } from "./plan-edits.ts";
import { processPages } from "./process-pages.ts";
import { describeRepairs, repairNewFindings } from "./repair-new-findings.ts";
import { count } from "./write-finish.ts";

type FrontMatterInstruction = Extract<Instruction, { kind: "add-front-matter" }>;

interface FrontMatterRecord {
  added: { path: string; addition: FrontMatterAddition }[];
  left: string[];
  part: Part;
}

export function* addFrontMatter(instruction: FrontMatterInstruction): Steps<ChoreOutcome> {
  const title = `Add missing ${nameFields(instruction)}`;
  const { items, failure } = yield* gatherAll(filesSource(pagesGlob));
  if (failure !== null) {
    const reason = `The pages could not be listed: ${failureReason(failure)}.`;
    return { title, paragraphs: [reason], left: [] };
  }
  const scope = instruction.scope ?? (yield* findPagesFolder());
  const isInScope = createScopeTest(scope);
  const pages = items.filter((path) => isInScope(path) && isEditablePage(path) && !isSpecialPage(path));
  const record: FrontMatterRecord = { added: [], left: [], part: createPart(instruction.filesMax) };
  const isIncluded = pages.length === 0 ? () => false : yield* findIncluded();
  for (const path of pages.filter(isIncluded)) record.left.push(`${path}: other pages may include it`);
  yield* addToPages(
    pages.filter((path) => !isIncluded(path)),
    instruction,
    record,
  );
  const text = describeAdded(instruction, record, pages.length, scope);
  if (record.added.length === 0) return { title, paragraphs: [text], left: record.left };
  const repairs = describeRepairs(yield* repairNewFindings());
  return {
    title,
    paragraphs: [text, ...describePart(record.part), ...repairs.paragraphs],
    left: [...repairs.left, ...record.left],
  };
}

function* addToPages(
  paths: readonly string[],
  instruction: FrontMatterInstruction,
  record: FrontMatterRecord,
): Steps<void> {
  const planned = new Map<string, FrontMatterAddition>();
  yield* processPages(paths, {
    *change(page) {
      const choice = yield* chooseFrontMatter(page, instruction);
      for (const reason of choice.left) record.left.push(`${page.path}: ${reason}`);
      const { edits, unplaced } = yield* planEdits(page.lines, choice.changes, (index) =>
        page.cutLines.has(index),
      );
      if (unplaced.length > 0)
        record.left.push(`${page.path}: a line of more than 4,000 characters is in the way`);
      if (edits.length === 0 || unplaced.length > 0 || !record.part.take()) return null;
      planned.set(page.path, choice.addition);
      return { name: "edit", input: { path: page.path, edits } };
    },
    changed(path, result) {
      if (!result.ok) record.left.push(`${path}: ${failureReason(result)}`);
      else record.added.push({ path, addition: planned.get(path)! });
    },
    unreadable: (path, result) => record.left.push(`${path}: ${failureReason(result)}`),
  });
}

/** Whether a page is a partial, a change log, a text for agents or a file about the repository itself. */
function isSpecialPage(path: string): boolean {
  const names = path.split("/");
  const file = names.at(-1)!;
  if (names.some((name) => name.startsWith("_") || name === "snippets")) return true;
  if (/^(?:CHANGELOG|HISTORY|LICENSE|AGENTS|CLAUDE|SKILL)\.[a-z]+$/i.test(file)) return true;
  const isOfRepository =
    /^(?:README|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY|SUPPORT|GOVERNANCE|MAINTAINERS)\.[a-z]+$/i;
  return names.length === 1 && isOfRepository.test(file);
}

function nameFields({ titles, descriptions }: FrontMatterInstruction): string {
  if (titles && descriptions) return "titles and descriptions";
  return titles ? "titles" : "descriptions";
}

function describeAdded(
  instruction: FrontMatterInstruction,
  { added }: FrontMatterRecord,
  looked: number,
  scope: string | null,
): string {
  const where = scope === null || scope === "" ? "" : ` in \`${scope}\``;
  const titles = added.filter(({ addition }) => addition.title !== null).length;
  const descriptions = added.filter(({ addition }) => addition.description !== null).length;
  if (added.length === 0) {
    return `No ${nameFields(instruction)} could be added to the ${count(looked, "page")}${where}, so nothing was changed.`;
  }
  const parts = [
    ...(titles > 0 ? [count(titles, "title")] : []),
    ...(descriptions > 0 ? [count(descriptions, "description")] : []),
  ];
  return `Added ${parts.join(" and ")} to ${count(added.length, "page")} of ${looked.toLocaleString("en-US")}${where}.`;
}
