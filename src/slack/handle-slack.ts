import { isAppError } from "../errors.ts";
import type { Author } from "../jobs/author.ts";
import { type CreateJobDeps, createJob } from "../jobs/create-job.ts";
import type { JobAddress } from "../jobs/get-job.ts";
import { sendMessage } from "../jobs/send-message.ts";
import type { KnownSecrets } from "../outgoing/known-secrets.ts";
import { actorOfPerson } from "../people/author-of-person.ts";
import { approveReview, type DecideDeps, mergeReview } from "../review/decide-review.ts";
import { loadReviewJob } from "../review/load-review-job.ts";
import type { Database } from "../store/database.ts";
import { findSlackPerson, type SlackPerson } from "./find-slack-person.ts";
import { type PostDeps, postOnce } from "./post-once.ts";
import type { SlackEvent } from "./receive-slack.ts";
import { openSlackSecrets, type SlackConnection } from "./slack-connections.ts";
import { escapeSlack, writeSlackPrompt } from "./write-slack.ts";

export interface SlackDeps extends CreateJobDeps, PostDeps {
  database: Database;
  knownSecrets: KnownSecrets;
  openReview: DecideDeps["openReview"];
  /** Without a trailing slash. */
  publicUrl: string;
}

interface DueEvent {
  id: string;
  key: string;
  thread_ts: string;
  event: SlackEvent;
  answer: string | null;
  attempts: number;
  connection: SlackConnection;
}

const leaseSeconds = 150;
/** Some hours in total, because each wait is twice as long as the previous one. */
const attemptsMax = 12;
const waitSecondsMax = 3_600;
const unforeseenSeconds = 10;

// One at a time per thread: a message may refer to what the previous one started.
const claim = `
  update slack_events set due_at = clock_timestamp() + interval '${leaseSeconds} seconds', attempts = attempts + 1
  where id = (
    select id from slack_events as events
    where state = 'waiting' and due_at <= clock_timestamp() and not exists (
      select from slack_events as earlier
      where earlier.connection_id = events.connection_id and earlier.thread_ts = events.thread_ts
        and earlier.state = 'waiting' and earlier.id < events.id)
    order by due_at limit 1 for no key update skip locked)
  returning id::text, key, thread_ts, event, answer, attempts,
    (select to_jsonb(slack_connections) from slack_connections where slack_connections.id = connection_id) as connection`;

/**
 * Carries out requests from Slack until none is due. Every step can be repeated, so that a worker may die at
 * any point; safe with several concurrent workers.
 */
export async function handleSlack(deps: SlackDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await deps.database.pool.query<DueEvent>(claim);
    if (rows[0] === undefined) return;
    await handle(deps, rows[0]);
  }
}

async function handle(deps: SlackDeps, due: DueEvent): Promise<void> {
  const { pool } = deps.database;
  const settle = (state: "done" | "refused", note: string) =>
    pool.query("update slack_events set state = $2, note = $3 where id = $1 and state = 'waiting'", [
      ...[due.id, state, note],
    ]);
  try {
    const refused = await act(deps, due);
    await settle(refused === null ? "done" : "refused", refused ?? "");
  } catch (error) {
    const wait = due.attempts < attemptsMax ? waitOf(error) : null;
    if (wait === null) await settle("refused", error instanceof Error ? error.message : String(error));
    else
      await pool.query(
        "update slack_events set due_at = clock_timestamp() + make_interval(secs => $2) where id = $1",
        [due.id, Math.min(waitSecondsMax, wait * 2 ** (due.attempts - 1))],
      );
    if (!isAppError(error)) throw error;
  }
}

/** Returns null if done, else the reason, which was posted in the thread. */
async function act(deps: SlackDeps, due: DueEvent): Promise<string | null> {
  const { connection, event } = due;
  const token = openSlackSecrets(deps, connection).botToken;
  const permission = event.kind === "mention" ? "jobs:write" : "review:write";
  const person = await findSlackPerson(deps, connection, { token, user: event.user, permission });
  if (typeof person === "string") return await refuse(deps, due, person);
  try {
    await say(deps, due, due.answer ?? (await perform(deps, due, person)));
    return null;
  } catch (error) {
    const isLasting = isAppError(error) && waitOf(error) === null && error.code !== "slack_refused";
    if (!isLasting) throw error;
    return await refuse(deps, due, error.message);
  }
}

/** Carries out the request once, and returns the answer to post. */
async function perform(deps: SlackDeps, due: DueEvent, person: SlackPerson): Promise<string> {
  const { id, event } = due;
  const answer =
    event.kind === "mention"
      ? await ask(deps, due, person, event.text)
      : await decide(deps, due, person, event);
  await deps.database.pool.query("update slack_events set answer = $2 where id = $1", [id, answer]);
  return answer;
}

async function refuse(deps: SlackDeps, due: DueEvent, why: string): Promise<string> {
  await say(deps, due, `<@${due.event.user}> ${escapeSlack(why)}`);
  return why;
}

async function say(deps: SlackDeps, { connection, key, thread_ts }: DueEvent, text: string): Promise<void> {
  await postOnce(deps, connection, { threadTs: thread_ts, key: `reply to ${key}`, message: { text } });
}

/** Starts the thread's job or continues it. */
async function ask(deps: SlackDeps, due: DueEvent, person: SlackPerson, text: string): Promise<string> {
  const { connection, thread_ts, key } = due;
  const { id: connectionId, project_id: projectId } = connection;
  if (text.trim() === "") return `<@${due.event.user}> Tell me what to change in the documentation.`;
  const { author } = await actorOfPerson(deps, person, null);
  const prompt = writeSlackPrompt(person.name, text);
  const idempotencyKey = `slack ${connectionId} ${key}`;
  const { rows } = await deps.database.pool.query<{ job_id: string; begun_by: string }>(
    "select job_id, begun_by from slack_threads where connection_id = $1 and thread_ts = $2",
    [connectionId, thread_ts],
  );
  const [thread] = rows;
  if (thread !== undefined && thread.begun_by !== key) {
    const { job_id: jobId } = thread;
    await sendMessage(deps, { projectId, jobId }, { prompt }, { author, idempotencyKey });
    return `I am on it: <${linkTo(deps, projectId, jobId)}|${jobId}>.`;
  }
  const jobId = thread?.job_id ?? (await begin(deps, due, { prompt, author, idempotencyKey }));
  return `I am on it: <${linkTo(deps, projectId, jobId)}|${jobId}>. What you tell me in this thread goes to this job.`;
}

async function begin(
  deps: SlackDeps,
  { connection, thread_ts, key }: DueEvent,
  { prompt, author, idempotencyKey }: { prompt: string; author: Author; idempotencyKey: string },
): Promise<string> {
  const options = { author, idempotencyKey };
  const { jobId } = await createJob(deps, connection.project_id, { prompt }, options);
  await deps.database.pool.query(
    `insert into slack_threads (connection_id, thread_ts, job_id, begun_by) values ($1, $2, $3, $4)
     on conflict (connection_id, thread_ts) do nothing`,
    [connection.id, thread_ts, jobId, key],
  );
  return jobId;
}

/** Does what the dashboard's buttons do, through the same functions. */
async function decide(
  deps: SlackDeps,
  { connection, thread_ts }: DueEvent,
  person: SlackPerson,
  { action, jobId, headCommit }: Extract<SlackEvent, { kind: "click" }>,
): Promise<string> {
  const { rowCount } = await deps.database.pool.query(
    "select 1 from slack_threads where connection_id = $1 and thread_ts = $2 and job_id = $3",
    [connection.id, thread_ts, jobId],
  );
  if (rowCount === 0) return "This button does not belong to this thread's job.";
  const actor = await actorOfPerson(deps, person, null);
  const decider = { actor, person: { name: person.name, email: person.email } };
  const address = { projectId: connection.project_id, jobId };
  const name = escapeSlack(person.name);
  if (action === "approve") {
    await approveReview(deps, address, { headCommit }, decider);
    return `${name} has approved the pull request.`;
  }
  await mergeReview(deps, address, { headCommit, method: await methodFor(deps, address) }, decider);
  return `${name} has merged the pull request.`;
}

/** Returns the first method that the host allows; if it supports no decisions, merging reports that. */
async function methodFor(deps: SlackDeps, address: JobAddress): Promise<string> {
  const { pullRequest } = await loadReviewJob(deps, address);
  const host = pullRequest === null ? null : await deps.openReview(address);
  return (await host?.read(pullRequest!.number))?.methods[0] ?? "merge";
}

export function linkTo({ publicUrl }: { publicUrl: string }, projectId: string, jobId: string): string {
  return `${publicUrl}/projects/${projectId}/jobs/${jobId}`;
}

/** Returns the seconds to wait; null if waiting does not help. Unforeseen errors may be temporary. */
function waitOf(error: unknown): number | null {
  if (!isAppError(error)) return unforeseenSeconds;
  const again: readonly string[] = [
    ...["slack_unavailable", "code_host_unavailable", "unavailable", "idempotency_in_flight"],
    ...["rate_limited"],
  ];
  return again.includes(error.code) ? Number(error.details.retryAfterSeconds ?? 5) + 1 : null;
}
