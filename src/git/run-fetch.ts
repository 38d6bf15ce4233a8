import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { RemoteAccess, RemoteOptions } from "./open-remote.ts";
import { type RemoteResult, runRemoteGit } from "./run-remote-git.ts";

interface FetchRun {
  /** Its remote `origin` is fetched from. */
  gitDirectory: string;
  refspecs: readonly string[];
  /** Commits deep; all of the history where the server cannot cut it. */
  depth: number;
  /** What is sent may not take more than this on the disk. */
  packBytesMax: number;
  timeoutMs: number;
  signal?: AbortSignal;
}

interface FetchResult extends RemoteResult {
  isOverLimit: boolean;
}

const flags = ["--quiet", "--no-tags", "--no-write-fetch-head", "--no-auto-maintenance"];

/**
 * Fetches with as little history and as few files as the server can leave out, and keeps nothing of what is
 * over the limit.
 */
export async function runFetch(
  options: RemoteOptions,
  remote: RemoteAccess,
  run: FetchRun,
): Promise<FetchResult> {
  const { gitDirectory, refspecs, depth, packBytesMax, timeoutMs, signal } = run;
  const fetch = (cut: readonly string[]) => {
    const args = [...flags, ...cut, "--", "origin", ...refspecs];
    const command = { at: [`--git-dir=${gitDirectory}`], verb: "fetch", args } as const;
    return runRemoteGit(options, remote, command, { signal, timeoutMs, maxFileBytes: packBytesMax });
  };
  let result = await fetch([`--depth=${depth}`]);
  if (/^fatal: Server does not support shallow/m.test(result.stderr)) result = await fetch([]);
  const isOverLimit =
    result.code !== 0 &&
    result.stderr.split("\n").some((line) => !line.startsWith("remote:") && line.includes("File too large"));
  if (isOverLimit) await dropParts(gitDirectory, packBytesMax);
  return { ...result, isOverLimit };
}

/** git leaves behind what it could not write to its end. Fetches of others that are under way are smaller. */
async function dropParts(gitDirectory: string, bytesMax: number): Promise<void> {
  const folder = join(gitDirectory, "objects/pack");
  for (const name of await readdir(folder)) {
    if (!name.startsWith("tmp_pack_")) continue;
    const part = await stat(join(folder, name)).catch(() => null);
    // The limit is counted in blocks.
    if (part !== null && part.size > bytesMax - 1024) await rm(join(folder, name), { force: true });
  }
}
