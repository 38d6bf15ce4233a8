import { AppError } from "../errors.ts";
import { openOrAdopt } from "./open-or-adopt.ts";
import { statusOf } from "./to-host-error.ts";
import type {
  CodeHost,
  Fork,
  HostComment,
  HostIdentity,
  HostOptions,
  PullRequestDraft,
  PullRequestRef,
} from "./types.ts";

export interface SoughtBranch {
  branch: string;
  /** Known while a pull request is being opened. */
  baseRef?: string;
  /** Location of the branch: null for the repository itself, absent if unknown. */
  fork?: Fork | null;
}

/** Host-specific steps; `Found` is a pull request in the host's own form. */
export interface CodeHostSteps<Found> {
  /** Repository name for messages. */
  repository: string;
  /** Finds the open pull request of the branch. */
  find(branch: SoughtBranch): Promise<Found | null>;
  /** Null if it does not exist. */
  read(number: number): Promise<Found | null>;
  create(draft: PullRequestDraft): Promise<Found>;
  /** Writes nothing if the host is already up to date. */
  update(found: Found, draft: PullRequestDraft): Promise<Found>;
  /** Adds whatever may fail, such as reviewers and labels. */
  addExtras(found: Found, draft: PullRequestDraft): Promise<void>;
  say(number: number, comment: HostComment): Promise<void>;
  whoAmI(): Promise<HostIdentity>;
  toRef(found: Found): PullRequestRef;
  /** True if the host reported that the pull request already exists. */
  isDuplicate(error: unknown): boolean;
  /**
   * Set if the host may accept a second pull request for a branch, or treat it as an edit of the first: then
   * look for one before creating.
   */
  mayTakeSecond?: boolean;
}

/** Builds the six methods of a code host from its host-specific steps. */
export function createCodeHost<Found>(
  steps: CodeHostSteps<Found>,
  { sleep, signal }: Pick<HostOptions, "sleep" | "signal">,
): CodeHost {
  const { find, read, create, update, addExtras, say, whoAmI, toRef, isDuplicate } = steps;
  const refOf = (found: Found | null) => (found === null ? null : toRef(found));
  const missing = (number: number) =>
    new AppError("pull_request_not_found", `${steps.repository} has no pull request ${number}.`);
  return {
    findPullRequest: async (branch) => refOf(await find({ branch })),
    async openPullRequest(draft) {
      const look = () => find({ branch: draft.branch, baseRef: draft.baseRef, fork: draft.fork ?? null });
      const there = steps.mayTakeSecond ? await look() : null;
      const adopt = (found: Found) => update(found, draft);
      const adoptSteps = { find: look, create: () => create(draft), update: adopt, toRef, isDuplicate };
      const opened =
        there === null ? await openOrAdopt({ ...adoptSteps, sleep, signal }) : await adopt(there);
      await addExtras(opened, draft).catch(() => undefined);
      return toRef(opened);
    },
    async updatePullRequest(number, draft) {
      const found = await read(number);
      if (found === null) throw missing(number);
      return toRef(await update(found, draft));
    },
    getPullRequest: async (number) => refOf(await read(number)),
    async comment(number, comment) {
      try {
        await say(number, comment);
      } catch (error) {
        throw statusOf(error) === 404 ? missing(number) : error;
      }
    },
    whoAmI,
  };
}
