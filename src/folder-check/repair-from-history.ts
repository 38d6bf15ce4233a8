import { repairByHistory } from "../checks/history/repair-by-history.ts";
import type { Site } from "../checks/site.ts";
import type { Finding } from "../checks/types.ts";
import { openHistory } from "../git/history/open-history.ts";
import { runGit } from "../git/run-git.ts";
import type { CheckedFolder } from "./list-folder-files.ts";

/**
 * Findings with what the history of the branch that is checked out says of them. Outside of git and before
 * the first commit there is none.
 */
export async function repairFromHistory(
  { gitDirectory }: CheckedFolder,
  site: Site,
  findings: Finding[],
  signal: AbortSignal | undefined,
): Promise<Finding[]> {
  if (gitDirectory === null) return findings;
  const head = await runGit([`--git-dir=${gitDirectory}`, "rev-parse", "--verify", "--quiet", "HEAD"]);
  const commit = head.stdout.toString("utf8").trim();
  if (head.code !== 0 || commit === "") return findings;
  return await repairByHistory(site, () => openHistory({ gitDirectory, commit, signal }), findings);
}
