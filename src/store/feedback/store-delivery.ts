import type { JobPullRequest } from "../../jobs/record.ts";
import { type Database, inTransaction } from "../database.ts";
import { guardStore } from "../guard-store.ts";
import type { Client } from "../queue/queue.ts";
import { toJsonb, toText } from "../storable-text.ts";
import { feedbackChannel } from "./feedback-channel.ts";
import type { Said } from "./feedback-row.ts";
import { setPullRequestState } from "./set-pull-request-state.ts";

/** What follows from a delivery. */
export type ToldEvent =
  /** The name of a fork's owner and a colon may stand before the branch. */
  | { kind: "pull_request"; number: number; state: JobPullRequest["state"]; branch: string }
  /** `isMention`: whether it is addressed to Copydesk. */
  | { kind: "comment"; number: number; said: Extract<Said, { kind: "comment" }>; isMention: boolean }
  /** An empty branch: the host tells only the commit. */
  | {
      kind: "check_failed";
      branch: string;
      said: Extract<Said, { kind: "check_failed" }>;
      isMention: boolean;
    };

export interface Delivery {
  projectId: string;
  /** The host's own id. */
  deliveryId: string;
  /** Of the bytes that were signed. */
  bodyHash: Buffer;
  events: readonly ToldEvent[];
}

const idCharactersMax = 255;

// Deliveries of a project follow each other, so that the same one, sent twice at once, is stored once.
const begin = `
  set local lock_timeout = '5s';
  set local idle_in_transaction_session_timeout = '10s';
  set local statement_timeout = '8s'`;
const lock = "select pg_advisory_xact_lock(hashtextextended($1, 7304))";

const dropOld = `
  with deliveries as (
    delete from host_deliveries where project_id = $1 and received_at <= clock_timestamp() - interval '7 days'
  )
  delete from host_feedback
  where project_id = $1 and created_at <= clock_timestamp() - interval '30 days' and state not in ('pending', 'sent')`;

const insertDelivery = `
  insert into host_deliveries (project_id, delivery_id, body_hash) values ($1, $2, $3)
  on conflict do nothing`;

/**
 * Stores a delivery with everything that follows from it in one transaction. False when it came before, by its id or by its bytes:
 * then nothing changes. Throws `unavailable`.
 */
export function storeDelivery(database: Database, delivery: Delivery): Promise<boolean> {
  const { projectId, deliveryId, bodyHash, events } = delivery;
  return guardStore(() =>
    inTransaction(database, async (client) => {
      await client.query(begin);
      await client.query(lock, [projectId]);
      await client.query(dropOld, [projectId]);
      const id = toText(deliveryId).slice(0, idCharactersMax);
      const { rowCount } = await client.query(insertDelivery, [projectId, id, bodyHash]);
      if (rowCount === 0) return false;
      let stored = 0;
      for (const event of events) {
        if (event.kind === "pull_request") await follow(client, projectId, event);
        else stored += await keep(client, projectId, event);
      }
      if (stored > 0) await client.query("select pg_notify($1, '')", [feedbackChannel]);
      return true;
    }),
  );
}

interface ToldJob {
  id: string;
  /** A turn of it is under way, and may write the pull request once more when it ends. */
  isActive: boolean;
  number: number | null;
  state: JobPullRequest["state"] | null;
}

const findJobs = `
  select id, (status = 'active' or lease is not null) as "isActive", (pull_request ->> 'number')::integer as number,
    pull_request ->> 'state' as state
  from jobs
  where project_id = $1 and (
    pull_request is not null and (pull_request ->> 'number')::integer = $2
    or id = substring($3 from '(?:^|:)copydesk/(.+)$'))
  order by id for update`;

const doubt = "update jobs set pull_request_doubted_at = clock_timestamp() where id = $1";

async function follow(
  client: Client,
  projectId: string,
  told: Extract<ToldEvent, { kind: "pull_request" }>,
): Promise<void> {
  const { rows } = await client.query<ToldJob>(findJobs, [projectId, told.number, told.branch]);
  for (const job of rows) {
    const { set, ask } = judgeState(job, told);
    if (set) await setPullRequestState({ pool: client }, { jobId: job.id, number: told.number }, told.state);
    if (ask) await client.query(doubt, [job.id]);
  }
}

/**
 * Deliveries have no order. What an older one may have said falsely (open after closed, closed without a merge), and what a running
 * turn may overwrite, is asked of the host later.
 */
function judgeState(
  job: ToldJob,
  told: { number: number; state: JobPullRequest["state"] },
): { set: boolean; ask: boolean } {
  if (job.number !== told.number) return { set: false, ask: job.isActive && told.state !== "open" };
  if (job.state === "merged" || job.state === told.state) return { set: false, ask: false };
  if (told.state === "open") return { set: false, ask: true };
  return { set: true, ask: told.state === "closed" || job.isActive };
}

const wanted = `
  case projects.settings #>> '{feedback,followUps}' when 'all' then true when 'mentions' then $1::boolean else false end`;

const keepComment = `
  insert into host_feedback (project_id, job_id, number, kind, said)
  select jobs.project_id, jobs.id, $3, 'comment', $4::jsonb
  from jobs join projects on projects.id = jobs.project_id
  where jobs.project_id = $2 and jobs.pull_request is not null and (jobs.pull_request ->> 'number')::integer = $3
    and jobs.pull_request ->> 'state' = 'open' and ${wanted}`;

// A check counts on the commit that the job pushed last; failing there once more, it says nothing new.
const keepCheck = `
  insert into host_feedback (project_id, job_id, number, kind, said)
  select jobs.project_id, jobs.id, (jobs.pull_request ->> 'number')::integer, 'check_failed', $4::jsonb
  from jobs join projects on projects.id = jobs.project_id
  where jobs.project_id = $2 and jobs.pull_request ->> 'state' = 'open'
    and jobs.head_commit = $4::jsonb ->> 'commit' and ($3 in ('', jobs.branch) or $3 like '%:' || jobs.branch) and ${wanted}
    and not exists (
      select from host_feedback as before where before.job_id = jobs.id and before.kind = 'check_failed'
        and before.said ->> 'commit' = $4::jsonb ->> 'commit' and before.said ->> 'name' = $4::jsonb ->> 'name')`;

async function keep(
  client: Client,
  projectId: string,
  told: Exclude<ToldEvent, { kind: "pull_request" }>,
): Promise<number> {
  const said = toJsonb(told.said);
  const { rowCount } =
    told.kind === "comment"
      ? await client.query(keepComment, [told.isMention, projectId, told.number, said])
      : await client.query(keepCheck, [told.isMention, projectId, told.branch, said]);
  return rowCount ?? 0;
}
