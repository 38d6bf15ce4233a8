import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { applyEdits, type TextEdit } from "../checks/changes/edit-text.ts";
import type { Finding } from "../checks/types.ts";
import {
  checkFolder,
  type FolderCheck,
  type FolderCheckDeps,
  type FolderCheckInput,
} from "./check-folder.ts";

export interface FolderRepair {
  /** Findings that were repaired in the files. */
  repaired: Finding[];
  /** Check after the repairs. */
  check: FolderCheck;
}

/**
 * Makes the repairs that are certain, and reverts those to which the check then objects. A file is written
 * only if its text is still what was checked.
 */
export async function repairFolder(
  deps: FolderCheckDeps,
  input: FolderCheckInput,
  found: FolderCheck,
): Promise<FolderRepair> {
  const certain = found.problems.filter(({ suggestion }) => suggestion !== undefined);
  const repaired = await replaceTargets(found.root, certain);
  const check = await checkFolder(deps, input);
  const isWorse = ({ path, line, suggestion }: Finding) =>
    check.problems.some(
      (problem) => problem.path === path && problem.line === line && problem.target === suggestion!.new,
    );
  const worse = repaired.filter(isWorse);
  if (worse.length === 0) return { repaired, check };
  await replaceTargets(
    found.root,
    worse.map((finding) => {
      const { old, new: text, because } = finding.suggestion!;
      return { ...finding, suggestion: { old: text, new: old, because } };
    }),
  );
  return {
    repaired: repaired.filter((finding) => !worse.includes(finding)),
    check: await checkFolder(deps, input),
  };
}

/** Replaces the targets and returns the repaired findings. */
async function replaceTargets(root: string, findings: readonly Finding[]): Promise<Finding[]> {
  const done: Finding[] = [];
  for (const [path, ofFile] of Map.groupBy(findings, (finding) => finding.path)) {
    const file = join(root, path);
    const text = await readFile(file, "utf8");
    const lines = lineStarts(text);
    const edits = new Map<number, TextEdit>();
    for (const finding of ofFile) {
      const edit = findEdit(text, lines, finding);
      if (edit === null || overlaps(edit, edits)) continue;
      edits.set(edit.start, edit);
      done.push(finding);
    }
    if (edits.size > 0) await writeFile(file, applyEdits(text, [...edits.values()]));
  }
  return done;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** A finding's place may be the link's start; the target follows on the same line. */
function findEdit(
  text: string,
  lines: readonly number[],
  { line, column, suggestion }: Finding,
): TextEdit | null {
  const from = lines[line - 1];
  if (from === undefined || suggestion === undefined) return null;
  const lineEnd = lines[line] ?? text.length;
  const start = text.indexOf(suggestion.old, from + column - 1);
  if (start === -1 || start + suggestion.old.length > lineEnd) return null;
  return { start, end: start + suggestion.old.length, text: suggestion.new };
}

function overlaps({ start, end }: TextEdit, edits: ReadonlyMap<number, TextEdit>): boolean {
  return [...edits.values()].some((other) => start < other.end && other.start < end);
}
