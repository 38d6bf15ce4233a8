import { dirname } from "node:path";
import type { MirrorOptions } from "../fetch/bring-into-mirror.ts";
import { runFetch } from "../fetch/run-fetch.ts";
import { openRemote } from "../remote/open-remote.ts";
import { makeHistoryFolder } from "./with-history-folder.ts";

export interface FetchedHistory {
  place: { gitDirectory: string; commit: string };
  remove(): Promise<void>;
}

const depth = 1_000;
const fetchMs = 2 * 60_000;
const packBytesMax = 256 * 1024 * 1024;
/** Pages are smaller; pictures and archives are known by their ids. */
const filter = "blob:limit=256k";

/**
 * Fetches up to 1,000 commits that lead to the commit into a git directory beside the mirror. Null if the
 * remote does not serve the commit, or if the history is too large. Throws `url_not_allowed`,
 * `workspace_disk_full`.
 */
export async function fetchHistory(options: MirrorOptions, commit: string): Promise<FetchedHistory | null> {
  const remote = await openRemote(options);
  const { repository, signal } = options;
  const place = { mirrorsFolder: dirname(options.mirror), repository, filter, signal };
  const { gitDirectory, remove } = await makeHistoryFolder(place);
  try {
    const refspecs = [`+${commit}:refs/tips/0`];
    const run = { gitDirectory, refspecs, depth, packBytesMax, timeoutMs: fetchMs, signal: options.signal };
    const result = await runFetch(options, remote, run);
    if (result.code === 0 && result.ended === "exit") return { place: { gitDirectory, commit }, remove };
  } catch (error) {
    await remove();
    throw error;
  }
  await remove();
  return null;
}
