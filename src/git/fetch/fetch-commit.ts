import { AppError } from "../../errors.ts";
import { assertPlainName } from "../assert-plain-name.ts";
import { writeRef } from "../mirror/mirror-refs.ts";
import { runGit } from "../programs/run-git.ts";
import { openRemote } from "../remote/open-remote.ts";
import { bringIntoMirror, holdIfHeld, type MirrorOptions } from "./bring-into-mirror.ts";

interface FetchCommitOptions extends MirrorOptions {
  /** Full hash. */
  commit: string;
  jobId: string;
  /** The commit is held under `refs/jobs/<jobId>/<name>`. */
  name: string;
}

/**
 * Makes sure that the mirror has a commit with its whole tree and holds it there. Returns false if neither
 * the mirror nor the host has it any more. Throws `invalid_ref`, `url_not_allowed`,
 * `repository_unreachable`, `repository_too_large`, `workspace_disk_full`.
 */
export async function fetchCommit(options: FetchCommitOptions): Promise<boolean> {
  const { mirror, commit, jobId, name, signal } = options;
  assertPlainName(jobId);
  assertPlainName(name);
  if (!/^[0-9a-f]{40}([0-9a-f]{24})?$/.test(commit)) {
    throw new AppError("invalid_ref", "A commit is named by its whole hash.");
  }
  const jobRef = `refs/jobs/${jobId}/${name}`;
  if (await holdIfHeld(options, commit, jobRef)) return true;
  if (await isWhole(mirror, commit, signal)) {
    await writeRef(mirror, jobRef, commit, signal);
    return true;
  }
  const remote = await openRemote(options);
  return (await bringIntoMirror(options, { remote, source: commit, commit, jobRef })).refusal === null;
}

/** Whether the mirror still has all of a commit that an earlier job fetched and no ref names any more. */
async function isWhole(mirror: string, commit: string, signal?: AbortSignal): Promise<boolean> {
  const type = await runGit([`--git-dir=${mirror}`, "cat-file", "-t", commit], { signal });
  if (type.code !== 0 || type.stdout.toString("utf8").trim() !== "commit") return false;
  const args = ["rev-list", "--objects", "--no-walk", "--no-object-names", "--missing=print", commit];
  let isMissing = false;
  const result = await runGit([`--git-dir=${mirror}`, ...args], {
    signal,
    maxOutputBytes: Number.POSITIVE_INFINITY,
    onOutput(chunk) {
      isMissing ||= chunk.includes("?");
      return !isMissing;
    },
  });
  return result.code === 0 && result.ended === "exit" && !isMissing;
}
