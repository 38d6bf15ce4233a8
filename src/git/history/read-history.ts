import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { MirrorOptions } from "../fetch/bring-into-mirror.ts";
import { runFetch } from "../fetch/run-fetch.ts";
import { gitOutput } from "../programs/git-output.ts";
import { openRemote } from "../remote/open-remote.ts";
import { remoteFailure } from "../remote/remote-failure.ts";
import { withHistoryFolder } from "./with-history-folder.ts";

interface HistoryCommit {
  /** Fetched parents only. */
  parents: string[];
  authorEmail: string;
  committerEmail: string;
}

export interface History {
  commits: Map<string, HistoryCommit>;
  /** Git directory that has these commits but not their trees. */
  gitDirectory: string;
}

const depths = [50, 500, 2_000];
const fetchMs = 5 * 60_000;
/** Only a server that cannot leave files out sends this much. */
const packBytesMax = 256 * 1024 * 1024;

/**
 * Reads the commits that lead to the tips, without their trees: 50, 500, then 2,000 deep, until `find`
 * returns something other than undefined. Returns undefined if it never does. Does not use the mirror,
 * because a commit without its tree there would spoil the next fetch. Throws `repository_unreachable`,
 * `repository_too_large`, `workspace_disk_full`.
 */
export async function readHistory<T>(
  options: MirrorOptions,
  tips: readonly string[],
  find: (history: History) => Promise<T | undefined>,
): Promise<T | undefined> {
  const { repository, signal } = options;
  const place = { mirrorsFolder: dirname(options.mirror), repository, filter: "tree:0", signal };
  return await withHistoryFolder(place, (gitDirectory) => readDeeper(options, { tips, gitDirectory, find }));
}

async function readDeeper<T>(
  options: MirrorOptions,
  reading: {
    tips: readonly string[];
    gitDirectory: string;
    find: (history: History) => Promise<T | undefined>;
  },
): Promise<T | undefined> {
  const { tips, gitDirectory, find } = reading;
  const remote = await openRemote(options);
  const refspecs = tips.map((tip, at) => `+${tip}:refs/tips/${at}`);
  for (const depth of depths) {
    const run = { gitDirectory, refspecs, depth, packBytesMax, timeoutMs: fetchMs, signal: options.signal };
    const result = await runFetch(options, remote, run);
    if (result.isOverLimit) return undefined;
    if (result.code !== 0 || result.ended !== "exit") throw remoteFailure(options, result);
    const commits = await listCommits(gitDirectory, options.signal);
    const found = await find({ commits, gitDirectory });
    if (found !== undefined) return found;
    // A host that cannot leave the trees out would send almost the whole repository.
    const isFiltered = !result.stderr.includes("filtering not recognized by server");
    if (!isFiltered || !(await isShallow(gitDirectory))) return undefined;
  }
  return undefined;
}

/** Returns the tip and all its ancestors, as far as the history was read. */
export function ancestorsOf(history: History, tip: string): Set<string> {
  const seen = new Set<string>();
  const open = [tip];
  for (let commit = open.pop(); commit !== undefined; commit = open.pop()) {
    if (seen.has(commit) || !history.commits.has(commit)) continue;
    seen.add(commit);
    open.push(...history.commits.get(commit)!.parents);
  }
  return seen;
}

async function listCommits(gitDirectory: string, signal?: AbortSignal): Promise<History["commits"]> {
  const format = "--format=%H%x00%P%x00%ae%x00%ce";
  const output = await gitOutput([`--git-dir=${gitDirectory}`, "log", "--all", format], { signal });
  const commits: History["commits"] = new Map();
  for (const line of output.toString("utf8").split("\n")) {
    const [commit, parents, authorEmail, committerEmail] = line.split("\0");
    if (commit === undefined || parents === undefined) continue;
    commits.set(commit, {
      parents: parents.split(" ").filter((parent) => parent !== ""),
      authorEmail: authorEmail ?? "",
      committerEmail: committerEmail ?? "",
    });
  }
  return commits;
}

async function isShallow(gitDirectory: string): Promise<boolean> {
  const list = await stat(join(gitDirectory, "shallow")).catch(() => null);
  return list !== null && list.size > 0;
}
