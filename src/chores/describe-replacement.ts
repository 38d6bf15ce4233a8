import { uneditedFormat } from "../text/unedited-format.ts";
import type { ChoreOutcome } from "./chore.ts";
import type { LeftKind } from "./left-kind.ts";
import { formOf } from "./other-forms.ts";
import { describePart } from "./part.ts";
import { describeRepairs, type Repairs } from "./repair-new-findings.ts";
import type { ReplaceInstruction, ReplaceRecord } from "./replace-record.ts";
import { count, nameSome, quoteTerm } from "./write-finish.ts";

/** Number of lines at which the search tool stops. */
const matchedLinesMax = 2_000_000;

const formsOfferedMax = 4;

const leftKinds: Record<LeftKind, string> = {
  "code-block": "in code blocks",
  "inline-code": "in inline code",
  "link-target": "in link targets",
  url: "in addresses",
  "html-tag": "in HTML or component tags",
  "import-export": "in imports and exports",
  comment: "in comments",
  expression: "in expressions",
  directive: "in directives",
  "front-matter": "in front matter keys, names, paths or comments",
  entity: "in character references",
  "package-name": "in package names",
  "cut-line": "in lines longer than 4,000 characters",
  "linked-heading": "in headings to which links may lead that are not judged here; those headings stay",
  "kept-id": "in headings that keep their id, because links may lead to it that are not judged here",
  "not-placed": "beside lines longer than 4,000 characters",
};

export function describeReplacement(
  instruction: ReplaceInstruction,
  record: ReplaceRecord,
  repairs: Repairs | null,
): ChoreOutcome {
  const repaired = repairs === null ? { paragraphs: [], left: [] } : describeRepairs(repairs);
  return {
    title: `Replace "${instruction.old}" with "${instruction.new}"`,
    paragraphs: [describeChange(instruction, record), ...describePart(record.part), ...repaired.paragraphs],
    left: [...repaired.left, ...describeLeft(record), ...describeForms(instruction, record.forms)],
  };
}

function describeChange(
  instruction: ReplaceInstruction,
  { changed, left, otherFiles }: ReplaceRecord,
): string {
  const [old, replacement] = [quoteTerm(instruction.old), quoteTerm(instruction.new)];
  const where = instruction.scope === null ? "" : ` in ${quoteTerm(instruction.scope)}`;
  if (instruction.old === instruction.new) return `${old} is to become itself, so nothing was changed.`;
  const unedited = new Set(otherFiles.flatMap(({ path }) => uneditedFormat(path) ?? []));
  if (changed.size === 0 && left.length === 0 && unedited.size > 0)
    return `${old} occurs only in pages${where} of ${[...unedited].sort().join(" and ")}, which are not edited yet, so nothing was changed.`;
  if (changed.size === 0) {
    return left.length === 0
      ? `No page${where} contains ${old} as a whole word in its prose, so nothing was changed.`
      : `${old} occurs only in places${where} that are left unchanged, so nothing was changed.`;
  }
  const places = [...changed.values()].reduce((sum, page) => sum + page.places, 0);
  return `Replaced ${old} with ${replacement} in ${count(places, "place")} on ${count(changed.size, "page")}${where}.`;
}

/** Lists the other forms with their counts, and the prompts that would replace them too. */
function describeForms(instruction: ReplaceInstruction, forms: ReplaceRecord["forms"]): string[] {
  if (forms.size === 0) return [];
  const sorted = [...forms].sort(([, a], [, b]) => b - a);
  const counted = sorted.map(([form, count]) => `${count.toLocaleString("en-US")} × ${quoteTerm(form)}`);
  const asked = sorted
    .slice(0, formsOfferedMax)
    .map(([form]) => `Replace "${form}" with "${formOf(form, instruction)}"`);
  return [`other forms: ${nameSome(counted)}. To replace them too: ${asked.join("; ")}`];
}

function describeLeft({ left, failed, otherFiles, matchedLines }: ReplaceRecord): string[] {
  const entries = failed.map(({ path, reason }) => `${path}: ${reason}`);
  for (const [kind, found] of Map.groupBy(left, (occurrence) => occurrence.kind)) {
    const places = found.map(({ path, line }) => `${path}:${line}`);
    entries.push(`${count(found.length, "place")} ${leftKinds[kind]}: ${nameSome(places)}`);
  }
  if (otherFiles.length > 0) {
    const files = otherFiles.map(({ path, lines }) => `${path} (${count(lines, "line")})`);
    entries.push(`${count(otherFiles.length, "other file")} with this text: ${nameSome(files)}`);
  }
  if (matchedLines >= matchedLinesMax) {
    entries.push(
      `The search stopped at ${count(matchedLines, "line")}; give the same instruction again afterwards.`,
    );
  }
  return entries;
}
