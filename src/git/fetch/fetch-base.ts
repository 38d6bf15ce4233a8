import { createHash } from "node:crypto";
import { assertPlainName } from "../assert-plain-name.ts";
import { assertRefName } from "../assert-ref-name.ts";
import { ensureMirror } from "../mirror/ensure-mirror.ts";
import { readRef, writeRef } from "../mirror/mirror-refs.ts";
import { findRemoteBranch, type RemoteBranch } from "../remote/find-remote-branch.ts";
import { openRemote, type RemoteAccess, type RemoteOptions } from "../remote/open-remote.ts";
import { bringIntoMirror, type MirrorOptions } from "./bring-into-mirror.ts";

interface BaseOptions extends RemoteOptions {
  /** Branch to start from; null for the repository's default branch. */
  ref: string | null;
  jobId: string;
  /** Limit for the branch's files, default 1 GiB. */
  maxTotalBytes?: number;
  signal?: AbortSignal;
}

export interface FetchOptions extends BaseOptions {
  mirrorsFolder: string;
}

export interface FetchedBase {
  /** Absolute path of the mirror's git directory. */
  mirror: string;
  /** Branch name. */
  baseRef: string;
  baseCommit: string;
  /** False when the mirror had the commit already. */
  fetched: boolean;
}

/**
 * Brings the newest commit of a branch, without its history, into the repository's mirror and holds it
 * there under `refs/jobs/<jobId>/base` until `deleteJobRefs`. Does not fetch again what an earlier job
 * fetched. Throws `invalid_ref`, `url_not_allowed`, `repository_unreachable`, `repository_empty`,
 * `ref_not_found`, `repository_too_large`, `workspace_disk_full`.
 */
export async function fetchBase(options: FetchOptions): Promise<FetchedBase> {
  const { remote, branch } = await findBase(options);
  const mirror = await ensureMirror(options.mirrorsFolder, options.repository, options.signal);
  return await bringBase({ ...options, mirror }, remote, branch);
}

/** Like `fetchBase`, but into an existing mirror. */
export async function fetchBaseInto(options: BaseOptions & MirrorOptions): Promise<FetchedBase> {
  const { remote, branch } = await findBase(options);
  return await bringBase(options, remote, branch);
}

async function findBase(options: BaseOptions): Promise<{ remote: RemoteAccess; branch: RemoteBranch }> {
  assertPlainName(options.jobId);
  if (options.ref !== null) assertRefName(options.ref);
  const remote = await openRemote(options);
  const branch = await findRemoteBranch(options, remote, options.ref, options.signal);
  assertRefName(branch.name);
  return { remote, branch };
}

async function bringBase(
  options: BaseOptions & MirrorOptions,
  remote: RemoteAccess,
  branch: RemoteBranch,
): Promise<FetchedBase> {
  const { mirror } = options;
  const jobRef = `refs/jobs/${options.jobId}/base`;
  const held = await holdWhatIsThere(options, branch, jobRef);
  if (held !== null) return held;
  const source = `refs/heads/${branch.name}`;
  const brought = await bringIntoMirror(options, { remote, source, commit: branch.commit, jobRef });
  if (brought.refusal !== null) throw brought.refusal;
  const baseCommit = (await readRef(mirror, jobRef)) ?? branch.commit;
  await keepForLater(mirror, branch.name, baseCommit);
  return { mirror, baseRef: branch.name, baseCommit, fetched: brought.fetched };
}

/** Holds a commit that an earlier job fetched, without running git. */
async function holdWhatIsThere(
  { mirror, signal }: MirrorOptions,
  branch: RemoteBranch,
  jobRef: string,
): Promise<FetchedBase | null> {
  // A branch whose newest commit has a ref in `refs/bases/` was fetched whole.
  if ((await readRef(mirror, keptRef(branch.name))) !== branch.commit) return null;
  await writeRef(mirror, jobRef, branch.commit, signal);
  return { mirror, baseRef: branch.name, baseCommit: branch.commit, fetched: false };
}

function keptRef(branch: string): string {
  return `refs/bases/${createHash("sha256").update(branch).digest("hex").slice(0, 32)}`;
}

/**
 * Keeps the commit beyond the end of the job, so that the next fetch of the branch asks only for what is
 * new.
 */
async function keepForLater(mirror: string, branch: string, commit: string): Promise<void> {
  // Another job may be writing the same ref; either commit will do.
  await writeRef(mirror, keptRef(branch), commit).catch(() => undefined);
}
