import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { RemoteAccess, RemoteOptions } from "../remote/open-remote.ts";
import { type RemoteResult, runRemoteGit } from "../remote/run-remote-git.ts";

interface FetchRun {
  /** Git directory whose remote `origin` is fetched from. */
  gitDirectory: string;
  refspecs: readonly string[];
  /** Depth in commits; the whole history if the server does not support shallow fetches. */
  depth: number;
  /** Limit for the disk space of the pack. */
  packBytesMax: number;
  timeoutMs: number;
  signal?: AbortSignal;
}

interface FetchResult extends RemoteResult {
  isOverLimit: boolean;
}

const flags = ["--quiet", "--no-tags", "--no-write-fetch-head", "--no-auto-maintenance"];

/**
 * Fetches as little history and as few files as the server allows, and removes anything that exceeds the
 * limit.
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

/** Removes packs that git could not finish writing. Other fetches under way are smaller. */
async function dropParts(gitDirectory: string, bytesMax: number): Promise<void> {
  const folder = join(gitDirectory, "objects/pack");
  for (const name of await readdir(folder)) {
    if (!name.startsWith("tmp_pack_")) continue;
    const part = await stat(join(folder, name)).catch(() => null);
    // The limit counts in blocks.
    if (part !== null && part.size > bytesMax - 1024) await rm(join(folder, name), { force: true });
  }
}
