import type { JobPullRequest } from "../jobs/record.ts";
import { lockFor } from "../store/advisory-locks.ts";
import { feedbackChannel } from "../store/channels.ts";
import { type Client, type Database, inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { toJsonb, toText } from "../store/storable-text.ts";
import type { Said } from "./feedback-row.ts";

/** Possible follow-up. `isMention`: the text addresses Copydesk. */
export type ToldFeedback =
  /** `id`: the host's own id of the comment; null if unknown. */
  | {
      kind: "comment";
      number: number;
      id: string | null;
      said: Extract<Said, { kind: "comment" }>;
      isMention: boolean;
    }
  /**
   * The branch may be prefixed with the fork's owner and a colon; empty if the host reports only the commit.
   */
  | {
      kind: "check_failed";
      branch: string;
      said: Extract<Said, { kind: "check_failed" }>;
      isMention: boolean;
    };

/** Consequence of a delivery. */
export type ToldEvent =
  /** The branch may be prefixed with the fork's owner and a colon. */
  | { kind: "pull_request"; number: number; state: JobPullRequest["state"]; branch: string }
  /** A comment whose text is not in the delivery: it has to be read from the host. */
  | { kind: "review"; number: number }
  | ToldFeedback;

const wanted = `
  case projects.settings #>> '{feedback,followUps}' when 'all' then true when 'mentions' then $1::boolean else false end`;

// A comment that is both delivered and polled is stored once.
const keepComment = `
  insert into host_feedback (project_id, job_id, number, kind, said, comment_id)
  select jobs.project_id, jobs.id, $3, 'comment', $4::jsonb, $5
  from jobs join projects on projects.id = jobs.project_id
  where jobs.project_id = $2 and jobs.pull_request is not null and (jobs.pull_request ->> 'number')::integer = $3
    and jobs.pull_request ->> 'state' = 'open' and ${wanted}
  on conflict do nothing`;

// Only checks of the job's last pushed commit count; a repeated failure there adds nothing.
const keepCheck = `
  insert into host_feedback (project_id, job_id, number, kind, said)
  select jobs.project_id, jobs.id, (jobs.pull_request ->> 'number')::integer, 'check_failed', $4::jsonb
  from jobs join projects on projects.id = jobs.project_id
  where jobs.project_id = $2 and jobs.pull_request ->> 'state' = 'open'
    and jobs.head_commit = $4::jsonb ->> 'commit' and ($3 in ('', jobs.branch) or $3 like '%:' || jobs.branch) and ${wanted}
    and not exists (
      select from host_feedback as before where before.job_id = jobs.id and before.kind = 'check_failed'
        and before.said ->> 'commit' = $4::jsonb ->> 'commit' and before.said ->> 'name' = $4::jsonb ->> 'name')`;

/**
 * Stores feedback on open pull requests of the project's jobs, if the project wants it and it is new, and
 * wakes the worker that handles it. Must run in a transaction of `inDeliveryOrder`.
 */
export async function keepFeedback(
  client: Client,
  projectId: string,
  feedback: readonly ToldFeedback[],
): Promise<void> {
  let kept = 0;
  for (const told of feedback) {
    const { isMention } = told;
    const said = toJsonb(told.said);
    const { rowCount } =
      told.kind === "comment"
        ? await client.query(keepComment, [isMention, projectId, told.number, said, textOf(told.id)])
        : await client.query(keepCheck, [isMention, projectId, told.branch, said]);
    kept += rowCount ?? 0;
  }
  if (kept > 0) await client.query("select pg_notify($1, '')", [feedbackChannel]);
}

function textOf(id: string | null): string | null {
  return id === null ? null : toText(id);
}

const begin = `
  set local lock_timeout = '5s';
  set local idle_in_transaction_session_timeout = '10s';
  set local statement_timeout = '8s'`;
const lock = lockFor("deliveries");

/**
 * Runs the work in its own transaction, after any other that stores deliveries of the project's host, so that
 * simultaneous duplicates are stored once. Throws `unavailable`.
 */
export function inDeliveryOrder<Result>(
  database: Database,
  projectId: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  return guardStore(() =>
    inTransaction(database, async (client) => {
      await client.query(begin);
      await client.query(lock, [projectId]);
      return await work(client);
    }),
  );
}

/** Stores what was read from the host, skipping what is already known. Throws `unavailable`. */
export async function storeFeedback(
  database: Database,
  projectId: string,
  feedback: readonly ToldFeedback[],
): Promise<void> {
  if (feedback.length === 0) return;
  await inDeliveryOrder(database, projectId, (client) => keepFeedback(client, projectId, feedback));
}
