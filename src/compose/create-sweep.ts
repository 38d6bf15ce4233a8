import type { Config } from "../config.ts";
import { sweepSecretFolders } from "../git/remote/with-secret-folder.ts";
import type { Log } from "../log.ts";
import type { Database } from "../store/database.ts";
import { sweepMirrors } from "../worker/upkeep/sweep-mirrors.ts";
import { trimMirrors } from "../worker/upkeep/trim-mirrors.ts";
import { sweepWorkspacesFolders } from "../worker/upkeep/workspace-folders.ts";

const trimEveryMs = 10 * 60_000;
const mirrorAgeMsMax = 30 * 24 * 60 * 60_000;

/** Removes what killed processes have left, and mirrors beyond their room. */
export function createSweep(
  config: Pick<Config, "dataFolder" | "workspacesFolder" | "mirrorsBytesMax">,
  own: { database: Database; log: Log; workspacesFolder: string; mirrorsFolder: string },
): () => Promise<void> {
  const { database, log, workspacesFolder, mirrorsFolder } = own;
  let trimmedAt = 0;
  return async () => {
    await sweepWorkspacesFolders(config, workspacesFolder);
    await sweepSecretFolders();
    await sweepMirrors({ database }, mirrorsFolder);
    if (Date.now() - trimmedAt < trimEveryMs) return;
    trimmedAt = Date.now();
    const limits = { maxBytes: config.mirrorsBytesMax, maxAgeMs: mirrorAgeMsMax };
    const freedBytes = await trimMirrors(mirrorsFolder, limits);
    if (freedBytes > 0) log.info({ freedBytes }, "removed mirrors that had not been used for long");
  };
}
