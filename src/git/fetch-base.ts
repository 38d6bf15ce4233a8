import { createHash } from "node:crypto";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { assertPlainName } from "./assert-plain-name.ts";
import { assertRefName } from "./assert-ref-name.ts";
import { ensureMirror } from "./ensure-mirror.ts";
import { findRemoteBranch, type RemoteBranch } from "./find-remote-branch.ts";
import { gitLine, gitOutput } from "./git-output.ts";
import { openRemote, type RemoteAccess, type RemoteOptions, remoteFailure } from "./open-remote.ts";
import { runGit } from "./run-git.ts";

export interface FetchOptions extends RemoteOptions {
  mirrorsFolder: string;
  /** Branch to start from; null for the one that the repository's HEAD names. */
  ref: string | null;
  jobId: string;
  signal?: AbortSignal;
}

export interface FetchedBase {
  /** Absolute path of the mirror's git directory. */
  mirror: string;
  /** Branch name. */
  baseRef: string;
  baseCommit: string;
  baseTree: string;
  /** False when the mirror had the commit already. */
  fetched: boolean;
}

const fetchMs = 10 * 60_000;

/** In a repository of this machine, which then leaves out files over the limit as hosts do. */
const uploadPack = "git -c uploadpack.allowFilter=true upload-pack";

/**
 * Brings the newest commit of a branch, without its history, into the repository's mirror and holds it there under
 * `refs/jobs/<jobId>/base` until `deleteJobRefs`. What an earlier job fetched is not fetched again. Throws
 * `invalid_ref`, `url_not_allowed`, `repository_unreachable`, `repository_empty`, `ref_not_found`, `workspace_disk_full`.
 */
export async function fetchBase(options: FetchOptions): Promise<FetchedBase> {
  const { mirrorsFolder, repository, ref, jobId, signal } = options;
  assertPlainName(jobId);
  if (ref !== null) assertRefName(ref);
  const remote = await openRemote(options);
  const branch = await findRemoteBranch(options, remote, ref, signal);
  assertRefName(branch.name);
  const mirror = await ensureMirror(mirrorsFolder, repository, signal);
  const jobRef = `refs/jobs/${jobId}/base`;
  const fetched = await bringIn(options, { mirror, remote, branch, jobRef });
  const hashes = await gitLine(
    [`--git-dir=${mirror}`, "rev-parse", `${jobRef}^{commit}`, `${jobRef}^{tree}`],
    { signal },
  );
  const [baseCommit, baseTree] = hashes.split("\n") as [string, string];
  await keepForLater(mirror, branch.name, baseCommit);
  return { mirror, baseRef: branch.name, baseCommit, baseTree, fetched };
}

interface Bringing {
  mirror: string;
  remote: RemoteAccess;
  branch: RemoteBranch;
  jobRef: string;
}

/** Shallow fetches exclude each other by git's `shallow.lock`; who finds it taken looks again a moment later. */
async function bringIn(options: FetchOptions, bringing: Bringing): Promise<boolean> {
  const { mirror, branch, jobRef } = bringing;
  const deadline = performance.now() + fetchMs;
  for (;;) {
    if (await isHeld(mirror, branch.commit)) {
      await gitOutput([`--git-dir=${mirror}`, "update-ref", jobRef, branch.commit], {
        signal: options.signal,
      });
      return false;
    }
    const result = await fetchOnce(options, bringing);
    if (result.code === 0 && result.ended === "exit") return true;
    if (!isCrossedByAnother(result.stderr) || performance.now() > deadline)
      throw remoteFailure(options, result);
    await dropDeadLock(join(mirror, "shallow.lock"));
    await sleep(20 + Math.random() * 80, undefined, { signal: options.signal });
  }
}

async function fetchOnce(options: FetchOptions, { mirror, remote, branch, jobRef }: Bringing) {
  const flags = ["--quiet", "--depth=1", "--no-tags", "--no-write-fetch-head", "--no-auto-maintenance"];
  const local = options.repository.kind === "path" ? [`--upload-pack=${uploadPack}`] : [];
  const refspec = `+refs/heads/${branch.name}:${jobRef}`;
  return await runGit([`--git-dir=${mirror}`, "fetch", ...flags, ...local, "--", "origin", refspec], {
    env: remote.env,
    signal: options.signal,
    timeoutMs: fetchMs,
  });
}

/** True when one of our refs names the commit: git writes a ref only after everything it needs has arrived. */
async function isHeld(mirror: string, commit: string): Promise<boolean> {
  const result = await runGit([`--git-dir=${mirror}`, "for-each-ref", "--count=1", `--points-at=${commit}`]);
  return result.code === 0 && result.stdout.length > 0;
}

function isCrossedByAnother(stderr: string): boolean {
  return /shallow\.lock': File exists|shallow file has changed since we read it/.test(stderr);
}

/** A machine that went down during a fetch leaves the lock behind. */
async function dropDeadLock(path: string): Promise<void> {
  const lock = await stat(path).catch(() => null);
  if (lock !== null && Date.now() - lock.mtimeMs > fetchMs + 60_000) await rm(path, { force: true });
}

/** Names the commit beyond the end of the job, so that the next fetch of the branch asks only for what is new. */
async function keepForLater(mirror: string, branch: string, commit: string): Promise<void> {
  const name = createHash("sha256").update(branch).digest("hex").slice(0, 32);
  // Another job may be writing the same ref; either commit serves.
  await runGit([`--git-dir=${mirror}`, "update-ref", `refs/bases/${name}`, commit]);
}
