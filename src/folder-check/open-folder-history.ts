import { type CommitHistory, openHistory } from "../git/history/open-history.ts";
import { runGit } from "../git/programs/run-git.ts";
import type { CheckedFolder } from "./list-folder-files.ts";

/** Opens the history of the checked-out commit; null outside git and before the first commit. */
export async function openFolderHistory(
  { gitDirectory }: CheckedFolder,
  signal: AbortSignal | undefined,
): Promise<(() => Promise<CommitHistory>) | null> {
  if (gitDirectory === null) return null;
  const head = await runGit([`--git-dir=${gitDirectory}`, "rev-parse", "--verify", "--quiet", "HEAD"]);
  const commit = head.stdout.toString("utf8").trim();
  if (head.code !== 0 || commit === "") return null;
  return () => openHistory({ gitDirectory, commit, signal });
}
