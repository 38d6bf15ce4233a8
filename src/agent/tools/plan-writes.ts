import { isAppError } from "../../errors.ts";
import type { AgentPlan, AgentWorkspace, FileOperation } from "../types.ts";

interface PlannedWrites {
  operations: FileOperation[];
  changedPaths: string[];
  /** The other changed files, e.g. "a.md (2 links), docs.json (navigation)". */
  also: string;
  notes: string[];
}

/** Writes the edits that a move or a deletion entails. An edit to a protected file becomes a note. */
export async function writePlanned(workspace: AgentWorkspace, plan: AgentPlan): Promise<PlannedWrites> {
  const done: PlannedWrites = { operations: [], changedPaths: [], also: "", notes: [...plan.notes] };
  const changes: string[] = [];
  for (const { path, text, what } of plan.edits) {
    const operation = await writeOne(workspace, path, text);
    if (typeof operation === "string") {
      done.notes.push(`${path} is not changed (${what}): ${operation}`);
      continue;
    }
    done.operations.push(operation);
    done.changedPaths.push(path);
    changes.push(`${path} (${what})`);
  }
  return { ...done, also: changes.join(", ") };
}

async function writeOne(
  workspace: AgentWorkspace,
  path: string,
  text: string,
): Promise<FileOperation | string> {
  const reason = await workspace.refuseWrite(path, text);
  if (reason !== null) return reason;
  try {
    const before = await workspace.readText(path);
    await workspace.writeText(path, text);
    return { op: "replace", path, edits: differ(before, text) };
  } catch (error) {
    // Earlier writes must still be recorded, so that this becomes a note as well.
    return isAppError(error) ? error.message : "it could not be written";
  }
}

/**
 * Returns one replacement for everything between the common start and end, which keeps events small. Never
 * splits a character.
 */
function differ(before: string, after: string): { at: number; old: string; new: string }[] {
  if (before === after) return [];
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  if (/[\uD800-\uDBFF]/.test(before[head - 1] ?? "")) head--;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  if (tail > 0 && /[\uDC00-\uDFFF]/.test(before.at(-tail) ?? "")) tail--;
  return [
    {
      at: head,
      old: before.slice(head, before.length - tail),
      new: after.slice(head, after.length - tail),
    },
  ];
}
