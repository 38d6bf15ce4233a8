import { AppError, isAppError } from "../errors.ts";
import { assertRefName } from "./assert-ref-name.ts";
import type { Workspace } from "./create-workspace.ts";
import { readRemoteCommit } from "./find-remote-branch.ts";
import { openRemote, type RemoteAccess, type RemoteOptions } from "./open-remote.ts";
import { isStale, type PushResult, readPushResult } from "./push-outcome.ts";
import { type RemoteResult, runRemoteGit } from "./run-remote-git.ts";
import { workspaceArguments } from "./workspace-arguments.ts";

export interface PushOptions extends RemoteOptions {
  workspace: Workspace;
  commit: string;
  /** Begins with `copydesk/`: no other branch is ever pushed to. */
  branch: string;
  /** What the branch must have now: a commit, null for "no such branch"; left out, whatever it has when the push begins. */
  expectedRemoteCommit?: string | null;
  signal?: AbortSignal;
}

export const branchPrefix = "copydesk/";

const pushMs = 5 * 60_000;

/**
 * Pushes one commit to one branch of ours, replacing what an earlier attempt left there, unless someone else has changed it
 * meanwhile. Pushing again what is there already succeeds. Throws `push_rejected` with
 * the host's own words (see `isPushForbidden`), `repository_unreachable`, `url_not_allowed`, `invalid_ref`.
 */
export async function pushBranch(options: PushOptions): Promise<PushResult> {
  const { branch, commit, signal } = options;
  assertRefName(branch);
  if (!branch.startsWith(branchPrefix) || !/^[0-9a-f]{40,64}$/.test(commit)) {
    throw new AppError("invalid_ref", `Copydesk pushes commits to branches named ${branchPrefix}… only.`);
  }
  const remote = await openRemote(options);
  // A job's branch is nearly always new: then the remote need not be asked before.
  if (options.expectedRemoteCommit === undefined) {
    const result = await pushOnce(options, remote, null);
    if (!isStale(result)) return readPushResult(options, result);
  }
  const current = await readRemoteCommit(options, remote, branch, signal);
  if (current === commit) return { pushed: false, compareUrl: null };
  const expected = options.expectedRemoteCommit === undefined ? current : options.expectedRemoteCommit;
  return readPushResult(options, await pushOnce(options, remote, expected));
}

/** Whether a push failed because the credentials may not write to the repository at all, so that a fork could help. */
export function isPushForbidden(error: unknown): boolean {
  return isAppError(error, "push_rejected") && error.details.forbidden === true;
}

async function pushOnce(
  options: PushOptions,
  remote: RemoteAccess,
  expected: string | null,
): Promise<RemoteResult> {
  const { workspace, commit, branch, signal } = options;
  const ref = `refs/heads/${branch}`;
  const flags = ["--porcelain", "--no-verify", "--no-follow-tags", "--no-signed", "--recurse-submodules=no"];
  const lease = `--force-with-lease=${ref}:${expected ?? ""}`;
  const args = [...flags, lease, "--", remote.url, `${commit}:${ref}`];
  const command = { at: workspaceArguments(workspace), verb: "push", args } as const;
  return await runRemoteGit(options, remote, command, { signal, timeoutMs: pushMs });
}
