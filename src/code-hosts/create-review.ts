import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "../errors.ts";
import { isUncertain, statusOf } from "./to-host-error.ts";
import type { ApproveInput, HostOptions, HostReview, MergeInput, ReviewState } from "./types.ts";

/** State of a pull request as the host reports it, before it is put into words. */
export interface Judged extends Omit<ReviewState, "why"> {
  /** For hosts that report conflicts without naming paths. */
  hasConflicts: boolean;
  /** Set if the host does not tell conflicts from a check still running: only a trial merge can decide. */
  mayConflict?: boolean;
  /** Any other obstacle to the merge, as a sentence for people. */
  obstacle: string | null;
  /** Set once merged. */
  mergeCommit: string | null;
}

/** Host-specific steps for reviewing and merging pull requests. */
export interface ReviewSteps {
  /** Repository name for messages. */
  repository: string;
  noun: "pull request" | "merge request";
  /** Reads the current state; null if the pull request does not exist. */
  judge(number: number): Promise<Judged | null>;
  /** Adds the conflicts that the host leaves open, if there are any. */
  prove(judged: Judged): Promise<Judged>;
  approve(number: number, input: ApproveInput): Promise<void>;
  /** Requests the merge. The caller verifies the result afterwards. */
  merge(number: number, input: MergeInput): Promise<unknown>;
  close(number: number): Promise<unknown>;
}

type Ended = Pick<Judged, "state" | "headCommit" | "baseRef" | "mergeCommit">;

/** Returns the state of a merged or closed pull request, whose other fields no longer matter. */
export function judgeEnded(ended: Ended): Judged {
  const nothing = { mergeable: null, conflicts: [], hasConflicts: false, obstacle: null, methods: [] };
  return { ...nothing, approvals: 0, canApprove: false, draft: false, ...ended };
}

/** Hosts look for conflicts in the background, and some also merge there. */
const judgePausesMs = [300, 700, 1_500];
const mergedPausesMs = [200, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
const againPausesMs = [500, 2_000, 5_000];
const refusals = new Set([400, 405, 406, 409, 412, 422]);

/**
 * Builds the review methods from a host's own steps. The state is read afresh each time; merges happen
 * exactly once.
 */
export function createReview(
  given: Omit<ReviewSteps, "prove">,
  options: Pick<HostOptions, "sleep" | "signal" | "findConflicts">,
): Omit<HostReview, "deleteBranch"> {
  const steps: ReviewSteps = { ...given, prove: (judged) => prove(judged, options) };
  const pause = (ms: number) => (options.sleep ?? realSleep)(ms, options.signal);
  return {
    read: async (number) => toState(steps, await judgeSettled(steps, number, pause)),
    async approve(number, input) {
      const judged = await judgeOne(steps, number);
      assertOpen(steps, number, judged);
      assertHead(number, judged, input.headCommit);
      await steps.approve(number, input);
    },
    merge: (number, input) => merge(steps, number, input, pause),
    async close(number) {
      const judged = await judgeOne(steps, number);
      if (judged.state === "closed") return;
      assertOpen(steps, number, judged);
      await steps.close(number);
    },
  };
}

async function prove(judged: Judged, { findConflicts }: Pick<HostOptions, "findConflicts">): Promise<Judged> {
  if (judged.state !== "open" || judged.mayConflict !== true) return judged;
  const conflicts = (await findConflicts?.(judged)) ?? [];
  return conflicts.length === 0 ? judged : { ...judged, conflicts, mergeable: false };
}

type Pause = (ms: number) => Promise<void>;

async function judgeOne({ judge, repository, noun }: ReviewSteps, number: number): Promise<Judged> {
  const judged = await judge(number);
  if (judged !== null) return judged;
  throw new AppError("pull_request_not_found", `${repository} has no ${noun} ${number}.`);
}

/**
 * Polls for a while if the host has yet to work out mergeability; stops early if a trial merge finds
 * conflicts.
 */
async function judgeSettled(steps: ReviewSteps, number: number, pause: Pause): Promise<Judged> {
  let proof: Promise<Judged> | undefined;
  for (let attempt = 0; ; attempt += 1) {
    const judged = await judgeOne(steps, number);
    if (judged.state !== "open" || judged.mergeable !== null) return judged;
    proof ??= steps.prove(judged);
    const pauseMs = judgePausesMs[attempt];
    const paused = pauseMs === undefined ? null : pause(pauseMs).then(() => null);
    const proven = await (paused === null ? proof : Promise.race([proof, paused]));
    if (proven !== null && hasConflicts(proven) && proven.headCommit === judged.headCommit) return proven;
    if (paused === null) return judged;
    await paused;
  }
}

async function merge(
  steps: ReviewSteps,
  number: number,
  input: MergeInput,
  pause: Pause,
): Promise<{ mergeCommit: string | null }> {
  for (let attempt = 0; ; attempt += 1) {
    const before = await judgeSettled(steps, number, pause);
    const done = findMerged(steps, number, before, input);
    if (done !== null) return done;
    assertMergeable(steps, before, input);
    try {
      await steps.merge(number, input);
      return await waitUntilMerged(steps, number, input, pause);
    } catch (error) {
      const pauseMs = againPausesMs[attempt];
      if (!isUncertain(error) || pauseMs === undefined)
        return await explainRefusal(steps, number, input, error);
      await pause(pauseMs);
    }
  }
}

/** Returns null while the pull request is open at the reviewed commit. */
function findMerged(
  steps: ReviewSteps,
  number: number,
  judged: Judged,
  { headCommit }: MergeInput,
): { mergeCommit: string | null } | null {
  if (judged.state === "merged" && judged.headCommit === headCommit)
    return { mergeCommit: judged.mergeCommit };
  assertOpen(steps, number, judged);
  assertHead(number, judged, headCommit);
  return null;
}

/** Some hosts merge only after they have responded. */
async function waitUntilMerged(
  steps: ReviewSteps,
  number: number,
  input: MergeInput,
  pause: Pause,
): Promise<{ mergeCommit: string | null }> {
  for (const pauseMs of mergedPausesMs) {
    const judged = await judgeOne(steps, number);
    const done = findMerged(steps, number, judged, input);
    if (done !== null) return done;
    if (judged.mergeable === false) assertMergeable(steps, judged, input);
    await pause(pauseMs);
  }
  throw new AppError(
    "code_host_unavailable",
    `${steps.repository} was asked to merge the ${steps.noun} ${number} but has not done so yet. Look again in a minute.`,
    { details: { status: 429 } },
  );
}

/**
 * Finds the reason for a refusal. Hosts use one status for many reasons; the state of the pull request tells
 * them apart.
 */
async function explainRefusal(
  steps: ReviewSteps,
  number: number,
  input: MergeInput,
  error: unknown,
): Promise<{ mergeCommit: string | null }> {
  if (!refusals.has(statusOf(error) ?? 0)) throw error;
  const judged = await steps.prove(await judgeOne(steps, number));
  const done = findMerged(steps, number, judged, input);
  if (done !== null) return done;
  if (hasConflicts(judged)) assertMergeable(steps, judged, input);
  const { message, details } = error as AppError;
  throw new AppError("merge_not_allowed", message, { cause: error, details });
}

function assertOpen({ noun }: ReviewSteps, number: number, { state }: Judged): void {
  if (state === "open") return;
  throw new AppError("merge_not_allowed", `The ${noun} ${number} was already ${state}.`, {
    details: { state },
  });
}

function assertHead(number: number, judged: Judged, headCommit: string): void {
  if (judged.headCommit === headCommit) return;
  throw new AppError(
    "stale_review",
    `Somebody has changed the branch of ${number} since it was read: it has ${judged.headCommit.slice(0, 12)} now, not ${headCommit.slice(0, 12)}. Look at the new state first.`,
    { details: { headCommit: judged.headCommit } },
  );
}

/**
 * Avoids requests that are known to be refused. Obstacles that the host only suspects are left to the host.
 */
function assertMergeable(steps: ReviewSteps, judged: Judged, { method }: MergeInput): void {
  if (hasConflicts(judged)) {
    const { conflicts } = judged;
    throw new AppError("merge_conflict", explain(steps, judged)!, { details: { conflicts } });
  }
  if (judged.draft || (judged.mergeable === false && judged.obstacle !== null))
    throw new AppError("merge_not_allowed", explain(steps, judged)!);
  if (judged.methods.includes(method)) return;
  const names = judged.methods.map((name) => `"${name}"`).join(", ");
  throw new AppError("merge_not_allowed", `${steps.repository} allows ${names || "no such method"} only.`);
}

function hasConflicts(judged: Judged): boolean {
  return judged.state === "open" && (judged.hasConflicts || judged.conflicts.length > 0);
}

function toState(steps: ReviewSteps, judged: Judged): ReviewState {
  const {
    hasConflicts: _has,
    mayConflict: _may,
    obstacle: _obstacle,
    mergeCommit: _commit,
    ...state
  } = judged;
  const why = judged.state === "open" ? explain(steps, judged) : null;
  return { ...state, why, ...(hasConflicts(judged) ? { mergeable: false } : {}) };
}

function explain({ noun }: ReviewSteps, judged: Judged): string | null {
  const { conflicts, baseRef, draft, obstacle, mergeable } = judged;
  if (hasConflicts(judged)) {
    const shown = conflicts.slice(0, 5).join(", ");
    const more = conflicts.length > 5 ? ` and ${conflicts.length - 5} more` : "";
    return `It conflicts with ${baseRef}${shown === "" ? "" : ` in ${shown}${more}`}.`;
  }
  if (draft) return `It is still a draft: mark the ${noun} as ready first.`;
  if (obstacle !== null) return obstacle;
  if (judged.mayConflict) return "The host is still checking whether this can be merged.";
  return mergeable === false ? "The code host does not allow the merge at the moment." : null;
}

async function realSleep(ms: number, signal?: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal });
}
