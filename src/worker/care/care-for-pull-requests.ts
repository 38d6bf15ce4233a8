import { recordAudit } from "../../audit/record-audit.ts";
import type { CheckedCommit, CheckState } from "../../code-hosts/combine-checks.ts";
import type { ReviewState } from "../../code-hosts/types.ts";
import { isAppError } from "../../errors.ts";
import { setPullRequestState } from "../../feedback/set-pull-request-state.ts";
import type { Log } from "../../log.ts";
import { createGate, type Gate } from "../../outgoing/create-gate.ts";
import type { KnownSecrets } from "../../outgoing/known-secrets.ts";
import { type CaredPullRequest, claimCare, settleCare } from "../../pull-requests/claim-care.ts";
import { mergeTitle } from "../../pull-requests/merge-title.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import type { OpenProjectHost, OutgoingConnection } from "../project-host.ts";
import { judgeHost, judgeLimits } from "./judge-auto-merge.ts";

export interface CareDeps {
  database: Database;
  log: Log;
  knownSecrets: KnownSecrets;
  openProjectHost: OpenProjectHost;
}

const roundMax = 10;

/** One look: what its steps share. */
interface Look {
  deps: CareDeps;
  due: CaredPullRequest;
  connection: OutgoingConnection;
  gate: Gate;
  /** Null where the host lets nothing be decided. */
  review: ReviewState | null;
}

/**
 * Looks after open pull requests: reminds once of one that nothing happens to, says once that a branch
 * conflicts with its base, and merges where the project wants it. What is said replaces itself and a merge is
 * a success when it is there already: whatever dies in between, it is there once.
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
    return await settleCare(database, due.jobId, { mergeNote: null, conflictCommit: null, reminded: false });
  }
  const look = { deps, due, connection, gate, review };
  const mergeNote = due.settings.autoMerge === undefined ? null : await mergeIfAllowed(look);
  const isMerged = due.settings.autoMerge !== undefined && mergeNote === null;
  const conflictCommit = isMerged ? null : await sayConflicts(look);
  const reminded = !isMerged && due.reminderDue && (await remind(look));
  await settleCare(database, due.jobId, { mergeNote, conflictCommit, reminded });
}

/** Null once it is merged, else why it is not. */
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

/** Credentials that may not read them are said, and tried again with the next look. */
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

/** The commit of which it was said that it conflicts; once for each. */
async function sayConflicts({ due, connection, gate, review }: Look): Promise<string | null> {
  const { conflicts = [], baseRef = "", headCommit = "" } = review ?? {};
  const isConflicting = review !== null && (conflicts.length > 0 || /conflict/i.test(review.why ?? ""));
  if (!isConflicting) return null;
  if (due.conflictCommit === headCommit) return headCommit;
  const names = conflicts.slice(0, 20).map((path) => `\`${path.replace(/[`\r\n]/g, " ")}\``);
  const where = names.length === 0 ? "" : ` in ${names.join(", ")}`;
  const body = `This branch conflicts with \`${baseRef}\`${where}. The next turn of \`${due.jobId}\` brings it up to date where git can; otherwise merge \`${baseRef}\` into it by hand.`;
  await say({ due, connection, gate }, "conflict", body);
  return headCommit;
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

async function say(
  { due, connection, gate }: Pick<Look, "due" | "connection" | "gate">,
  topic: string,
  text: string,
): Promise<void> {
  const body = await gate.mask(text);
  await connection.pullRequests.comment(due.pullRequest.number, { topic, body });
}
