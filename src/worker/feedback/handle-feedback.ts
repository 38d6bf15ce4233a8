import type { BucketDeps } from "../../bucket/with-transcript.ts";
import { claimFailedFollowUp, markFailureTold } from "../../feedback/claim-failed-follow-up.ts";
import { type ClaimedFeedback, claimFeedback, listSaidToTurn } from "../../feedback/claim-feedback.ts";
import { type FollowUpOutcome, sendFollowUp } from "../../feedback/send-follow-up.ts";
import { postponeFeedback, putOffFeedback, settleFeedback } from "../../feedback/settle-feedback.ts";
import { writeFailure, writeNotBegun, writeNotice } from "../../feedback/write-follow-up.ts";
import type { Author } from "../../jobs/author.ts";
import type { Log } from "../../log.ts";
import { cleanName } from "../../outgoing/clean-name.ts";
import { createGate } from "../../outgoing/create-gate.ts";
import type { KnownSecrets } from "../../outgoing/known-secrets.ts";
import type { Database } from "../../store/database.ts";
import type { OpenProjectHost, OutgoingConnection } from "../project-host.ts";

export interface FeedbackDeps extends BucketDeps {
  database: Database;
  log: Log;
  openProjectHost: OpenProjectHost;
  knownSecrets: KnownSecrets;
}

/** Number of parallel lanes: a host that does not answer holds up one of them, not all feedback. */
const lanes = 4;

/**
 * Handles all feedback that is due: asks the host whether its author may push, passes it to the job, and
 * tells the pull request so. Every step is repeatable, so that a worker may die anywhere; safe on several
 * workers at once.
 */
export async function handleFeedback(deps: FeedbackDeps, signal: AbortSignal): Promise<void> {
  await tellFailures(deps, signal);
  await Promise.all(Array.from({ length: lanes }, () => handleUntilNone(deps, signal)));
}

async function handleUntilNone(deps: FeedbackDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const feedback = await claimFeedback(deps.database);
    if (feedback === null) return;
    await handleOne(deps, feedback, signal);
  }
}

/** Reports a failed follow-up where it was asked for. */
async function tellFailures(deps: FeedbackDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const failed = await claimFailedFollowUp(deps.database);
    if (failed === null) return;
    try {
      const { pullRequests } = deps.openProjectHost(failed, signal).connection;
      const topic = `follow-up-failed-${failed.turn}`;
      const gate = createGate(() => deps.knownSecrets.of(failed.projectId));
      await pullRequests.comment(failed.number, { topic, body: await gate.mask(writeFailure(failed)) });
      await markFailureTold(deps.database, failed);
    } catch (error) {
      deps.log.warn(
        { err: error, job: failed.jobId },
        "no comment about a failed follow-up could be left on the pull request",
      );
    }
  }
}

async function handleOne(deps: FeedbackDeps, feedback: ClaimedFeedback, signal: AbortSignal): Promise<void> {
  const log = deps.log.child({ job: feedback.jobId, feedback: feedback.id });
  const progress = { ...feedback };
  try {
    const { connection } = deps.openProjectHost(feedback, signal);
    if (progress.state === "pending") {
      const outcome = await say(deps, feedback, connection);
      if (outcome.kind !== "sent") return await settle(deps, feedback, outcome, connection.pullRequests, log);
      if (outcome.turn === null) return;
      progress.state = "sent";
      progress.turn = outcome.turn;
      log.info({ turn: outcome.turn }, "feedback became a follow-up");
    }
    await notify(deps, { ...progress, turn: progress.turn! }, connection.pullRequests);
    await settleFeedback(deps.database, progress, "done");
  } catch (error) {
    await putOff(deps, progress, error, signal, log);
  }
}

async function say(
  deps: FeedbackDeps,
  feedback: ClaimedFeedback,
  connection: OutgoingConnection,
): Promise<FollowUpOutcome> {
  const { said, followUps, pullRequest, number } = feedback;
  if (followUps === "off") return { kind: "refused", why: "the project wants no follow-ups" };
  if (pullRequest?.state !== "open" || pullRequest.number !== number)
    return { kind: "refused", why: "the pull request is no longer open" };
  if (said.kind === "comment" && !(await connection.canWrite(said.author)))
    return { kind: "refused", why: "its author may not push to the repository" };
  return await sendFollowUp(deps, feedback, await authorOf(deps, feedback));
}

async function authorOf(
  { knownSecrets }: FeedbackDeps,
  { projectId, host, said }: ClaimedFeedback,
): Promise<Author> {
  const gate = createGate(() => knownSecrets.of(projectId));
  const clean = (name: string) => cleanName(gate, name);
  if (said.kind === "check_failed") return { kind: "code_host", host, name: await clean(said.name) };
  if (said.authorName === undefined) return { kind: "code_host", host, name: await clean(said.author) };
  return { kind: "code_host", host, id: await clean(said.author), name: await clean(said.authorName) };
}

async function settle(
  { database, knownSecrets }: FeedbackDeps,
  feedback: ClaimedFeedback,
  outcome: Exclude<FollowUpOutcome, { kind: "sent" }>,
  pullRequests: OutgoingConnection["pullRequests"],
  log: Log,
): Promise<void> {
  if (outcome.kind === "waits") return await postponeFeedback(database, feedback, outcome.seconds);
  const isOurs = await settleFeedback(database, feedback, outcome.kind, outcome.why);
  log.warn({ why: outcome.why }, `feedback ${outcome.kind}`);
  if (!isOurs || outcome.kind === "refused") return;
  // One comment for all of them: the next one replaces it.
  const gate = createGate(() => knownSecrets.of(feedback.projectId));
  const notice = { topic: "follow-up-not-begun", body: await gate.mask(writeNotBegun(outcome.why)) };
  await pullRequests
    .comment(feedback.number, notice)
    .catch((error: unknown) => log.warn({ err: error }, "the pull request could not be commented on"));
}

/**
 * Writes one comment per turn, which names everything that the turn was told. Adds what arrives meanwhile
 * at once: this comment may have replaced that of another lane.
 */
async function notify(
  { database, knownSecrets }: FeedbackDeps,
  { jobId, turn, number, projectId }: { jobId: string; turn: number; number: number; projectId: string },
  pullRequests: OutgoingConnection["pullRequests"],
): Promise<void> {
  for (let told = 0; ; ) {
    const said = await listSaidToTurn(database, jobId, turn);
    if (said.length === told) return;
    const body = await createGate(() => knownSecrets.of(projectId)).mask(writeNotice({ jobId, turn }, said));
    await pullRequests.comment(number, { topic: `follow-up-${turn}`, body });
    told = said.length;
  }
}

async function putOff(
  { database, knownSecrets }: FeedbackDeps,
  feedback: ClaimedFeedback,
  error: unknown,
  signal: AbortSignal,
  log: Log,
): Promise<void> {
  // Aborted by the end of this worker: nothing has failed, and another one may take it at once.
  if (signal.aborted) return await postponeFeedback(database, feedback, 0).catch(() => undefined);
  const words = error instanceof Error ? error.message : String(error);
  const why = await createGate(() => knownSecrets.of(feedback.projectId)).mask(words);
  const gaveUp = await putOffFeedback(database, feedback, why);
  log.warn({ err: error }, gaveUp ? "feedback failed" : "feedback could not be handled yet");
}
