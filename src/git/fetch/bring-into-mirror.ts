import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { AppError } from "../../errors.ts";
import { listRefs, writeRef } from "../mirror/mirror-refs.ts";
import { dropDeadLock } from "../open-ref-lock.ts";
import type { GitResult } from "../programs/run-git.ts";
import type { RemoteAccess, RemoteOptions } from "../remote/open-remote.ts";
import { remoteFailure } from "../remote/remote-failure.ts";
import { moreThanBytes, sizeLimitsDefault } from "./assert-repository-size.ts";
import { runFetch } from "./run-fetch.ts";

export interface MirrorOptions extends RemoteOptions {
  /** Absolute path of the mirror's git directory. */
  mirror: string;
  /** Limit for the files of one commit, default 1 GiB. */
  maxTotalBytes?: number;
  signal?: AbortSignal;
}

interface Bringing {
  remote: RemoteAccess;
  /** What to ask the remote for: a full ref or a commit hash. */
  source: string;
  /** Commit that the source resolved to; nothing is fetched if the mirror has it. */
  commit: string;
  /** Ref that names the commit afterwards: `refs/jobs/…`. */
  jobRef: string;
}

interface Brought {
  /** False when the mirror had the commit already. */
  fetched: boolean;
  /** Set if the remote answered but does not serve the requested commit; nothing has changed then. */
  refusal: AppError | null;
}

const fetchMs = 10 * 60_000;

/**
 * Brings one commit with its whole tree, without its history, into the mirror. Shallow fetches exclude each
 * other by git's `shallow.lock`; a fetch that finds it taken retries a moment later. Throws
 * `repository_unreachable`, `repository_too_large`, `workspace_disk_full`.
 */
export async function bringIntoMirror(options: MirrorOptions, bringing: Bringing): Promise<Brought> {
  const deadline = performance.now() + fetchMs;
  const bytesMax = options.maxTotalBytes ?? sizeLimitsDefault.maxTotalBytes;
  for (;;) {
    if (await holdIfHeld(options, bringing.commit, bringing.jobRef)) return { fetched: false, refusal: null };
    const result = await runFetch(options, bringing.remote, {
      gitDirectory: options.mirror,
      refspecs: [`+${bringing.source}:${bringing.jobRef}`],
      depth: 1,
      packBytesMax: packBytesMaxOf(bytesMax),
      timeoutMs: fetchMs,
      signal: options.signal,
    });
    if (result.code === 0 && result.ended === "exit") return { fetched: true, refusal: null };
    if (result.isOverLimit) throw moreThanBytes(bytesMax);
    if (isRefusal(result)) return { fetched: false, refusal: remoteFailure(options, result) };
    if (!isCrossedByAnother(result.stderr) || performance.now() > deadline)
      throw remoteFailure(options, result);
    await dropDeadLock(join(options.mirror, "shallow.lock"), fetchMs + 60_000);
    await dropDeadLock(join(options.mirror, `${bringing.jobRef}.lock`));
    await sleep(20 + Math.random() * 80, undefined, { signal: options.signal });
  }
}

/**
 * Points the ref at the commit if another ref of the mirror names it already, and returns whether it did.
 * git writes a ref only after the whole commit has arrived.
 */
export async function holdIfHeld(
  { mirror, signal }: Pick<MirrorOptions, "mirror" | "signal">,
  commit: string,
  jobRef: string,
): Promise<boolean> {
  const refs = await listRefs(mirror, signal);
  if (![...refs.values()].includes(commit)) return false;
  await writeRef(mirror, jobRef, commit, signal);
  return true;
}

/** Leaves room for file names and for the overhead of a pack. */
function packBytesMaxOf(fileBytesMax: number): number {
  return Math.ceil(fileBytesMax * (17 / 16)) + 1024 * 1024;
}

/** Matches what upload-pack prints for an object that is missing or hidden, and fetch for a missing ref. */
function isRefusal(result: GitResult): boolean {
  return (
    result.ended === "exit" &&
    /upload-pack: not our ref|unadvertised object|couldn't find remote ref/.test(result.stderr)
  );
}

function isCrossedByAnother(stderr: string): boolean {
  return (
    stderr.includes(".lock': File exists") || stderr.includes("shallow file has changed since we read it")
  );
}
