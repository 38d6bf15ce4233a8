import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the shell commands that merge a branch. */
export function describeMerge(
  repository: string,
  { branch, baseRef }: { branch: string; baseRef: string | null },
): string {
  const isWorkTree = existsSync(join(repository, ".git"));
  if (!isWorkTree) return `To merge it, in a clone:\n  git pull ${quote(repository)} ${quote(branch)}`;
  const git = `git -C ${quote(repository)}`;
  const isElsewhere = baseRef !== null && checkedOut(repository) !== baseRef;
  const turn = isElsewhere ? `${git} switch ${quote(baseRef)} && ` : "";
  return `To merge it:\n  ${turn}${git} merge ${quote(branch)}`;
}

function checkedOut(repository: string): string | null {
  try {
    return (
      /^ref: refs\/heads\/(.+)\n?$/.exec(readFileSync(join(repository, ".git/HEAD"), "utf8"))?.[1] ?? null
    );
  } catch {
    return null;
  }
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
