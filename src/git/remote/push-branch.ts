import { AppError, isAppError } from "../../errors.ts";
import { observe } from "../../telemetry/observe.ts";
import { assertRefName } from "../assert-ref-name.ts";
import type { Workspace } from "../checkout/create-workspace.ts";
import type { Mirror } from "../mirror/open-mirrors.ts";
import type { PathRepository } from "../path-repository/open-path.ts";
import { pushNewBranch } from "../path-repository/push-new-branch.ts";
import { collectMade } from "../wire/collect-made.ts";
import { ConversationFailed } from "../wire/conversation.ts";
import { packFromRepository } from "../wire/pack-from-repository.ts";
import { type PushOutcome, pushRef, type RefUpdate } from "../wire/push-ref.ts";
import { capabilityOf, type Greeting } from "../wire/read-greeting.ts";
import { writePack } from "../wire/write-pack.ts";
import { openRemote, type RemoteAccess, type RemoteOptions } from "./open-remote.ts";
import { type PushResult, pushFailure, readPushResult } from "./push-outcome.ts";

export interface PushOptions extends RemoteOptions {
  /**
   * Repository of the commit; objects that Copydesk made for it are loose there or in the mirror it borrows
   * from.
   */
  workspace: Pick<Workspace, "gitDirectory"> & Partial<Pick<Mirror, "written">>;
  commit: string;
  /**
   * Begins with `copydesk/` unless `expectedRemoteCommit` is given: no other branch is ever replaced
   * unseen.
   */
  branch: string;
  /**
   * Commit that the branch must have now; null: the branch must not exist; undefined: whatever it has when
   * the push begins.
   */
  expectedRemoteCommit?: string | null;
  /** Commits that this remote has even if it does not advertise them, because they were fetched from it. */
  remoteHas?: readonly string[];
  /** Branch of this remote from which they were fetched. */
  baseRef?: string;
  /** For a path: the folder in which the branch is checked out has been moved to the commit. */
  isMoved?: boolean;
  signal?: AbortSignal;
}

export const branchPrefix = "copydesk/";

const pushMs = 5 * 60_000;

/**
 * Pushes one commit to one branch of Copydesk, replacing what an earlier attempt left there, unless someone
 * else has changed it since. Pushing the same commit again succeeds. Throws `push_rejected` with the host's
 * own message (see `isPushForbidden`), `repository_unreachable`, `url_not_allowed`, `invalid_ref`.
 */
export async function pushBranch(options: PushOptions): Promise<PushResult> {
  const { branch, commit } = options;
  assertRefName(branch);
  const isNamed = branch.startsWith(branchPrefix) || options.expectedRemoteCommit !== undefined;
  if (!isNamed || !/^[0-9a-f]{40,64}$/.test(commit)) {
    throw new AppError(
      "invalid_ref",
      `Copydesk pushes commits to branches named ${branchPrefix}…, and to others only if their current commit is known.`,
    );
  }
  return readPushResult(options, await pushCommit(options));
}

/**
 * Like `pushBranch`, but for any branch, and returns the host's answer as it is. Throws what `pushFailure`
 * returns if the connection is lost.
 */
export async function pushCommit(options: PushOptions): Promise<PushOutcome> {
  const opened = await openRemote(options);
  const local = opened.local && { ...opened.local, isMoved: options.isMoved ?? false };
  const remote = { ...opened, local };
  if (await isPushedHere(options, local)) return { kind: "pushed", words: silence };
  const first = await pushOnce(options, remote, { isWhole: false });
  // Objects not made here may still be missing there, as in a fork that lags behind.
  const isIncomplete =
    first.kind === "refused" && (!first.isUnpacked || first.reason === "missing necessary objects");
  return isIncomplete ? await pushOnce(options, remote, { isWhole: true }) : first;
}

const silence = { stderr: "", proof: "none", ended: "exit" } as const;

/**
 * Pushes without git if the remote is a repository of this machine and a new branch starts at one of its
 * branches.
 */
async function isPushedHere(options: PushOptions, local: PathRepository | null): Promise<boolean> {
  const { workspace, commit, branch, remoteHas = [], baseRef, expectedRemoteCommit } = options;
  const [base, ...others] = remoteHas;
  const isNew = (expectedRemoteCommit ?? null) === null;
  if (local === null || !isNew || baseRef === undefined || base === undefined || others.length > 0)
    return false;
  options.signal?.throwIfAborted();
  const objects = await collectMade(workspace.gitDirectory, commit, new Set(remoteHas), workspace.written);
  if (objects === null) return false;
  const ref = `refs/heads/${branch}`;
  const newBranch = { ref, commit, objects, base: { ref: `refs/heads/${baseRef}`, commit: base } };
  return await observe("git", { command: "push" }, async (tell) => {
    const isPushed = await pushNewBranch(local, newBranch);
    tell({ outcome: isPushed ? "ok" : "failed" });
    return isPushed;
  });
}

/**
 * Whether a push failed because the credentials may not write to the repository at all, so that pushing to
 * a fork could help.
 */
export function isPushForbidden(error: unknown): boolean {
  return isAppError(error, "push_rejected") && error.details.forbidden === true;
}

async function pushOnce(
  options: PushOptions,
  remote: RemoteAccess,
  { isWhole }: { isWhole: boolean },
): Promise<PushOutcome> {
  const { commit, branch, expectedRemoteCommit, signal } = options;
  const update: RefUpdate = {
    ref: `refs/heads/${branch}`,
    ...(expectedRemoteCommit !== undefined && { expected: expectedRemoteCommit }),
    next: commit,
    pack: (advertised, greeting) => choosePack(options, { advertised, greeting, isWhole }),
  };
  return await pushRef(options, remote, { totalMs: pushMs, signal }, update).catch((error) => {
    throw error instanceof ConversationFailed ? pushFailure(options, error) : error;
  });
}

/**
 * Packs the objects that Copydesk made, in this process; lets git do it if they are too many or do not
 * connect to what the remote has.
 */
async function choosePack(
  { workspace, commit, remoteHas = [], signal }: PushOptions,
  {
    advertised,
    greeting,
    isWhole,
  }: { advertised: ReadonlySet<string>; greeting: Greeting; isWhole: boolean },
): Promise<AsyncIterable<Uint8Array>> {
  const known = new Set([...advertised, ...remoteHas]);
  const made = isWhole ? null : await collectMade(workspace.gitDirectory, commit, known, workspace.written);
  if (made !== null) return writePack(made);
  const offsets = capabilityOf(greeting, "ofs-delta") !== null;
  return packFromRepository({
    at: [`--git-dir=${workspace.gitDirectory}`],
    commit,
    except: advertised,
    offsets,
    signal,
  });
}
