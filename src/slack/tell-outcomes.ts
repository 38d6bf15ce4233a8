import { isAppError } from "../errors.ts";
import { linkTo, type SlackDeps } from "./handle-slack.ts";
import { postOnce } from "./post-once.ts";
import type { SlackConnection } from "./slack-connections.ts";
import { escapeSlack, type SlackMessage } from "./write-slack.ts";

interface EndedTurn {
  threadTs: string;
  jobId: string;
  turn: number;
  status: string;
  reason: string;
  message: string;
  title: string | null;
  headCommit: string | null;
  pullRequest: { url: string; state: string } | null;
  connection: SlackConnection;
}

// A lease of one minute; afterwards another worker checks whether it was posted.
const claim = `
  update slack_threads set due_at = clock_timestamp() + interval '1 minute'
  from jobs
  where jobs.id = job_id and (connection_id, thread_ts) in (
    select threads.connection_id, threads.thread_ts
    from slack_threads as threads join jobs as ended on ended.id = threads.job_id
    where ended.status in ('completed', 'failed') and ended.turn > threads.told_turn and threads.due_at <= clock_timestamp()
    order by threads.due_at limit 1 for no key update of threads skip locked)
  returning thread_ts as "threadTs", job_id as "jobId", turn, status, reason, message, title,
    head_commit as "headCommit", pull_request as "pullRequest",
    (select to_jsonb(slack_connections) from slack_connections where id = connection_id) as connection`;

const told = `
  update slack_threads set told_turn = greatest(told_turn, $3), due_at = clock_timestamp()
  where connection_id = $1 and thread_ts = $2`;

const messageMax = 2_000;

/** Posts the outcome of each job in its thread, once per turn. Safe with several concurrent workers. */
export async function tellOutcomes(deps: SlackDeps, signal: AbortSignal): Promise<void> {
  const { pool } = deps.database;
  while (!signal.aborted) {
    const { rows } = await pool.query<EndedTurn>(claim);
    const [ended] = rows;
    if (ended === undefined) return;
    const { connection, threadTs, jobId, turn } = ended;
    const key = `outcome ${jobId} ${turn}`;
    try {
      await postOnce(deps, connection, { threadTs, key, message: writeOutcome(deps, ended) });
    } catch (error) {
      if (isAppError(error, "slack_unavailable")) continue;
      if (!isAppError(error, "slack_refused")) throw error;
    }
    // Posts refused by Slack, e.g. in a deleted thread, are not retried.
    await pool.query(told, [connection.id, threadTs, turn]);
  }
}

function writeOutcome(deps: SlackDeps, ended: EndedTurn): SlackMessage {
  const { jobId, status, reason, title, headCommit, pullRequest, connection } = ended;
  const link = linkTo(deps, connection.project_id, jobId);
  const job = `<${link}|${jobId}>`;
  const message = escapeSlack(ended.message.slice(0, messageMax));
  if (status === "failed")
    return {
      text: `The job failed (${escapeSlack(reason)}): ${message} ${job}. To try again, mention me in this thread.`,
    };
  if (pullRequest === null || reason === "no_changes")
    return { text: `No change was needed: ${message} ${job}` };
  const what = escapeSlack(title ?? "The change");
  const text =
    `*${what}* is ready for review: <${escapeSlack(pullRequest.url)}|pull request>, ${job}. ${message}`.trim();
  if (pullRequest.state !== "open" || headCommit === null) return { text };
  const value = `${jobId} ${headCommit}`;
  return {
    text,
    buttons: [
      { label: "Review", url: `${link}/review` },
      { label: "Approve", action: "approve", value },
      { label: "Merge", action: "merge", value },
    ],
  };
}
