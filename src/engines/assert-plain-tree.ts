import type { Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../errors.ts";
import { runInBatches } from "../sandbox/run-in-batches.ts";
import { trimEndCharacters } from "../text/trim-characters.ts";

const entriesMax = 500_000;
const shownMax = 5;

/**
 * Throws `forbidden_change` if a tree written by others contains anything but folders and plain files: links,
 * hard links, special files, set-user-id files, git folders. Follows no links. Nobody may write to the tree
 * meanwhile.
 */
export async function assertPlainTree(directory: string): Promise<void> {
  const problems: string[] = [];
  const waiting = [""];
  let entries = 0;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const names = await readdir(join(directory, folder));
    entries += names.length;
    if (entries > entriesMax) throw refuse([`there are more than ${entriesMax} files`]);
    await runInBatches(names, async (name) => {
      const path = folder === "" ? name : `${folder}/${name}`;
      const entry = await lstat(join(directory, path));
      const problem = isGitName(name) ? "a git folder or file" : findProblem(entry);
      if (problem !== null) problems.push(`${JSON.stringify(path.slice(0, 200))} is ${problem}`);
      else if (entry.isDirectory()) waiting.push(path);
    });
    if (problems.length > shownMax) throw refuse(problems);
  }
  if (problems.length > 0) throw refuse(problems);
}

function findProblem(entry: Stats): string | null {
  if (entry.isDirectory()) return null;
  if (entry.isSymbolicLink()) return "a link";
  if (!entry.isFile()) return "a special file";
  if (entry.nlink > 1) return "a hard link";
  return (entry.mode & 0o6000) === 0 ? null : "a set-user-id file";
}

/** Includes names that some file systems treat as `.git`. */
function isGitName(name: string): boolean {
  return /^(\.git|git~\d+)$/.test(trimEndCharacters(name.normalize("NFKC").toLowerCase(), ". "));
}

function refuse(problems: string[]): AppError {
  const shown = problems.slice(0, shownMax).join(", ");
  const more = problems.length > shownMax ? ", and more" : "";
  return new AppError("forbidden_change", `The agent left a tree that cannot be used: ${shown}${more}.`);
}
