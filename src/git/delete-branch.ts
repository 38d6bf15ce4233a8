import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "../errors.ts";
import { assertRefName } from "./assert-ref-name.ts";
import { translateFull } from "./ensure-mirror.ts";
import { readRemoteCommit } from "./find-remote-branch.ts";
import { openRemote, type RemoteOptions } from "./open-remote.ts";
import { branchPrefix } from "./push-branch.ts";
import { isStale, readPushResult } from "./push-outcome.ts";
import { runRemoteGit } from "./run-remote-git.ts";

export interface DeleteBranchOptions extends RemoteOptions {
  /** Begins with `copydesk/`: no other branch is ever deleted. */
  branch: string;
  /** What the branch must still have. */
  commit: string;
  signal?: AbortSignal;
}

const pushMs = 60_000;

/**
 * Deletes a branch of ours on the remote. `gone`: there was none any more; `changed`: it has another commit, for instance somebody's
 * work on top of ours, and stays. Throws `push_rejected` with the host's own words, `repository_unreachable`, `url_not_allowed`,
 * `invalid_ref`.
 */
export async function deleteBranch(options: DeleteBranchOptions): Promise<"deleted" | "gone" | "changed"> {
  const { branch, commit, signal } = options;
  assertRefName(branch);
  if (!branch.startsWith(branchPrefix) || !/^[0-9a-f]{40}([0-9a-f]{24})?$/.test(commit)) {
    throw new AppError("invalid_ref", `Copydesk deletes branches named ${branchPrefix}… at a commit only.`);
  }
  const remote = await openRemote(options);
  // Without a branch git says nothing of the lease but warns that there was nothing to delete.
  const current = await readRemoteCommit(options, remote, branch, signal);
  if (current === null) return "gone";
  if (current !== commit) return "changed";
  const ref = `refs/heads/${branch}`;
  const flags = ["--porcelain", "--no-verify", `--force-with-lease=${ref}:${commit}`];
  const args = [...flags, "--", remote.url, `:${ref}`];
  const result = await withEmptyRepository((gitDirectory) => {
    const command = { at: [`--git-dir=${gitDirectory}`], verb: "push", args } as const;
    return runRemoteGit(options, remote, command, { signal, timeoutMs: pushMs });
  });
  if (!isStale(result)) {
    readPushResult({ ...options, isDeletion: true }, result);
    return "deleted";
  }
  return (await readRemoteCommit(options, remote, branch, signal)) === null ? "gone" : "changed";
}

/** A push needs a repository of ours even when it sends nothing; the project's mirror may be gone by now. */
async function withEmptyRepository<T>(use: (gitDirectory: string) => Promise<T>): Promise<T> {
  const gitDirectory = await mkdtemp(join(tmpdir(), "copydesk-empty-")).catch(translateFull);
  try {
    await mkdir(join(gitDirectory, "objects"));
    await mkdir(join(gitDirectory, "refs"));
    await writeFile(join(gitDirectory, "HEAD"), "ref: refs/heads/none\n");
    return await use(gitDirectory);
  } finally {
    await rm(gitDirectory, { recursive: true, force: true });
  }
}
