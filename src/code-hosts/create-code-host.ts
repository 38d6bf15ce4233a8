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
  /** Known when the pull request is opened. */
  baseRef?: string;
  /** Where the branch is; null for the repository itself, absent when that is not known. */
  fork?: Fork | null;
}

/** What a host does by itself; `Found` is a pull request as it answers one. */
export interface CodeHostSteps<Found> {
  /** The repository, as messages call it. */
  repository: string;
  /** The open one of the branch. */
  find(branch: SoughtBranch): Promise<Found | null>;
  /** Null where there is none. */
  read(number: number): Promise<Found | null>;
  create(draft: PullRequestDraft): Promise<Found>;
  /** Writes nothing when the host has it all already. */
  update(found: Found, draft: PullRequestDraft): Promise<Found>;
  /** What may fail: people to ask, labels. */
  addExtras(found: Found, draft: PullRequestDraft): Promise<void>;
  say(number: number, comment: HostComment): Promise<void>;
  whoAmI(): Promise<HostIdentity>;
  toRef(found: Found): PullRequestRef;
  /** Whether the host says that there is one already. */
  isDuplicate(error: unknown): boolean;
  /**
   * The host may take a second one of a branch, or take it for an edit of the first: it is looked for before.
   */
  mayTakeSecond?: boolean;
}

/** The six methods of a host, from what it does by itself. */
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
