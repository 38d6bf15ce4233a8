import { recordAudit } from "../../audit/record-audit.ts";
import type { CheckedCommit, CheckState } from "../../code-hosts/combine-checks.ts";
import { isAppError } from "../../errors.ts";
import { setPullRequestState } from "../../feedback/set-pull-request-state.ts";
import { createGate } from "../../outgoing/create-gate.ts";
import { type CaredPullRequest, claimCare, settleCare } from "../../pull-requests/claim-care.ts";
import { mergeTitle } from "../../pull-requests/merge-title.ts";
import { inTransaction } from "../../store/database.ts";
import type { OutgoingConnection } from "../project-host.ts";
import { handleConflicts, noConflicts } from "./handle-conflicts.ts";
import { judgeHost, judgeLimits } from "./judge-auto-merge.ts";
import { type CareDeps, type Look, say } from "./look.ts";

const roundMax = 10;

/**
 * Takes care of open pull requests: reminds once of an inactive one, reports once that a branch conflicts
 * with its base, and merges if the project wants that. A comment replaces itself and an existing merge
 * counts as success, so that nothing is done twice if the process dies in between.
 */
export async function careForPullRequests(deps: CareDeps, signal: AbortSignal): Promise<void> {
  for (let isMore = true; isMore && !signal.aborted; ) {
    const claimed = await claimCare(deps.database, roundMax);
    for (const due of claimed) if (!signal.aborted) await tryOne(deps, due, signal);
    isMore = claimed.length === roundMax;
  }
}

async function tryOne(deps: CareDeps, due: CaredPullRequest, signal: AbortSignal): Promise<void> {
  try {
    await careFor(deps, due, signal);
  } catch (error) {
    deps.log.warn({ err: error, job: due.jobId }, "could not look after a pull request yet");
  }
}

async function careFor(deps: CareDeps, due: CaredPullRequest, signal: AbortSignal): Promise<void> {
  const { database, knownSecrets } = deps;
  const { connection } = deps.openProjectHost(due, signal);
  const gate = createGate(() => knownSecrets.of(due.projectId));
  const review = (await connection.review?.read(due.pullRequest.number)) ?? null;
  if (review !== null && review.state !== "open") {
    await setPullRequestState(database, { jobId: due.jobId, number: due.pullRequest.number }, review.state);
    const nothing = { mergeNote: null, conflictCommit: null, reminded: false, mended: false };
    return await settleCare(database, due.jobId, nothing);
  }
  const look = { deps, due, connection, gate, review };
  const mergeNote = due.settings.autoMerge === undefined ? null : await mergeIfAllowed(look);
  const isMerged = due.settings.autoMerge !== undefined && mergeNote === null;
  const { conflictCommit, mended } = isMerged ? noConflicts : await handleConflicts(look);
  const reminded = !isMerged && due.reminderDue && (await remind(look));
  await settleCare(database, due.jobId, { mergeNote, conflictCommit, reminded, mended });
}

/** Returns null once the pull request is merged, otherwise why it is not. */
async function mergeIfAllowed(look: Look): Promise<string | null> {
  const { deps, due, connection, gate, review } = look;
  const beyond = judgeLimits(due);
  if (beyond !== null) return beyond;
  if (review === null || connection.review === undefined) return "its host takes no decisions from Copydesk";
  const { headCommit } = due;
  const { number, branch } = due.pullRequest;
  const checks = await readChecks(connection, { number, branch, commit: headCommit });
  if (typeof checks === "object" && checks !== null) return checks.why;
  const obstacle = judgeHost(due, { review, checks });
  if (obstacle !== null) return obstacle;
  const method = review.methods.includes("squash") ? "squash" : "merge";
  const title = await gate.mask(mergeTitle(due.settings, { ...due, number }));
  const message = await gate.mask(`Copydesk-Job: ${due.jobId}`);
  try {
    const { mergeCommit } = await connection.review.merge(number, { method, headCommit, title, message });
    await recordMerge(deps, due, { method, headCommit, mergeCommit });
    return null;
  } catch (error) {
    if (isAppError(error, "stale_review") || isAppError(error, "merge_conflict")) return error.message;
    if (isAppError(error, "merge_not_allowed")) return error.message;
    throw error;
  }
}

/** Reports that the credentials may not read the checks; the next look tries again. */
async function readChecks(
  connection: OutgoingConnection,
  checked: CheckedCommit,
): Promise<CheckState | null | { why: string }> {
  try {
    return (await connection.readChecks?.(checked)) ?? null;
  } catch (error) {
    const isRefused = isAppError(error, "code_host_forbidden") || isAppError(error, "code_host_unauthorized");
    if (!isRefused) throw error;
    return { why: `the host's checks cannot be read: ${error.message}` };
  }
}

async function recordMerge(
  { database }: CareDeps,
  { jobId, projectId, pullRequest, title }: CaredPullRequest,
  merged: { method: string; headCommit: string; mergeCommit: string | null },
): Promise<void> {
  await inTransaction(database, async (client) => {
    const isNew = await setPullRequestState(
      { pool: client },
      { jobId, number: pullRequest.number },
      "merged",
    );
    if (!isNew) return;
    await recordAudit(client, {
      ...{ action: "pull_request.merged", actor: { author: { kind: "service" }, from: null }, projectId },
      subject: { kind: "pull_request", id: pullRequest.url, ...(title !== null && { name: title }) },
      ...{ before: { state: "open" }, after: { state: "merged", ...merged } },
    });
  });
}

async function remind(look: Look): Promise<boolean> {
  const { due } = look;
  const days = due.reminderDays === 1 ? "a day" : `${due.reminderDays} days`;
  await say(
    look,
    "reminder",
    `Nothing has happened here for ${days}. Merge it, close it, or say what is to be different.`,
  );
  return true;
}
