import { repairByHistory } from "../checks/history/repair-by-history.ts";
import type { Site } from "../checks/model/site.ts";
import type { Finding } from "../checks/types.ts";
import type { CheckedFolder } from "./list-folder-files.ts";
import { openFolderHistory } from "./open-folder-history.ts";

/**
 * Adds repairs from the checked-out branch's history to the findings. Outside git and before the first commit
 * there are none.
 */
export async function repairFromHistory(
  folder: CheckedFolder,
  site: Site,
  findings: Finding[],
  signal: AbortSignal | undefined,
): Promise<Finding[]> {
  const open = await openFolderHistory(folder, signal);
  return open === null ? findings : await repairByHistory(site, open, findings);
}
