import { randomUUID } from "node:crypto";
import type { Budget, JobPullRequest, Usage } from "../../jobs/record.ts";
import type { CleanText } from "../../outgoing/clean-text.ts";
import { type Client, type Database, inTransaction } from "../database.ts";
import { isLockTimeout } from "../guard-store.ts";
import type { ProjectSettings } from "../schema.ts";
import { claimLimits, hasOpenProject, lockProject, type OpenProject } from "./lock-project.ts";

/** A job that this worker runs. Every write for it carries the lease; a later claim makes the lease worthless. */
export interface ClaimedJob {
  id: string;
  projectId: string;
  /** The key that opened the current turn; null: nobody's. */
  apiKeyId: string | null;
  /** What the current turn is about. */
  prompt: string;
  turn: number;
  /** Number of the event that opened the turn's current attempt. */
  turnSeq: number;
  messagesTaken: number;
  mode: "pull_request" | "preview";
  asDraft: boolean;
  /** The turn only opens the pull request of what an earlier one had ready. */
  publishOnly: boolean;
  paths: string[];
  budget: Budget;
  usage: Usage;
  repository: string;
  baseRef: string | null;
  baseCommit: string | null;
  headCommit: string | null;
  /** Of the turns before, from the base to the branch; null in the first turn. */
  patch: string | null;
  branch: string;
  /** Where the branch is when it is not in the repository itself. */
  fork: { repository: string; owner: string } | null;
  pullRequest: JobPullRequest | null;
  title: CleanText | null;
  model: string;
  host: string;
  hostUrl: string | null;
  /** Encrypted. */
  credentials: string | null;
  settings: ProjectSettings;
  crashCount: number;
  /** Work of an earlier turn above this event is in no patch yet; null when there is none. */
  patchSeq: number | null;
  createdAt: Date;
  /** Since the turn was claimed for the first time. */
  elapsedMs: number;
  lease: string;
  /** The job has stopped the worker before this one, in these words: it must not be run again. */
  stallNote: string | null;
}

/** A job without the right to write for it. */
export type ClaimRow = Omit<ClaimedJob, "lease" | "stallNote">;

/** What a worker is told of a job; the statement has `jobs` and `projects`. */
export const claimedColumns = `
    jobs.id, jobs.project_id as "projectId", jobs.turn_api_key_id as "apiKeyId", coalesce(jobs.turn_prompt, jobs.prompt) as prompt, jobs.turn,
    jobs.turn_seq as "turnSeq", jobs.messages_taken as "messagesTaken", jobs.mode, jobs.as_draft as "asDraft", jobs.publish_only as "publishOnly", jobs.paths,
    jobs.budget, jobs.usage, jobs.repository, jobs.base_ref as "baseRef", jobs.base_commit as "baseCommit",
    jobs.head_commit as "headCommit", case when jobs.turn > 1 then jobs.patch end as patch, jobs.branch, jobs.fork, jobs.pull_request as "pullRequest", jobs.title, jobs.model, projects.host,
    projects.host_url as "hostUrl", projects.credentials, projects.settings, jobs.crash_count as "crashCount", jobs.patch_seq as "patchSeq", jobs.created_at as "createdAt",
    (extract(epoch from clock_timestamp() - jobs.turn_started_at) * 1000)::double precision as "elapsedMs"`;

// A lease that is still set means that the worker before this one never gave the job back: it crashed.
const claim = `
  update jobs set worker_id = $2, lease = $3, reason = 'running', stall_lease = null, stall_note = null,
    crash_count = crash_count + (lease is not null)::integer,
    started_at = coalesce(started_at, clock_timestamp()),
    turn_started_at = coalesce(turn_started_at, clock_timestamp()), updated_at = clock_timestamp()
  from projects
  where jobs.id = $1 and projects.id = jobs.project_id
  returning ${claimedColumns}`;

// Waits for the reviewers, behind those that wait already; `admitWaiting` puts it back into the queue.
const park = `
  update jobs set reason = 'waiting_capacity', updated_at = clock_timestamp()
  where id = $1 and pull_request is null and mode = 'pull_request' and lease is null
    and ($2 or exists (
      select 1 from jobs as older where older.project_id = jobs.project_id and older.status = 'active'
        and older.reason = 'waiting_capacity' and (older.created_at, older.id) < (jobs.created_at, jobs.id)))
  returning id`;

/**
 * A job that so many workers died with may be what kills them, or may only have run beside it. Two of these never run on one
 * worker, so that no other job is given up together with the one that kills. The index `jobs_suspected` has the same number.
 */
export const suspectCrashes = 3;

const findSuspect = `
  select exists (select from jobs where status = 'active' and reason = 'queued'
    and crash_count + (lease is not null)::integer >= ${suspectCrashes}) as "isQueued"`;

/** How often a claim waits for a job that somebody else changes, before it leaves the job to the next look. */
const waitsMax = 3;

/**
 * Takes the next queued job for the worker, or null when there is none: of the project that runs the fewest, and of those the
 * one whose claim is longest ago. Neither a project's concurrency nor its reviewers' capacity is ever exceeded. With
 * `runsSuspect` the worker runs a suspect and takes nothing while another one waits.
 */
export async function claimJob(
  { database }: { database: Database },
  workerId: string,
  options: { runsSuspect?: boolean } = {},
): Promise<ClaimedJob | null> {
  for (let waits = 0; ; waits += 1) {
    // Most looks find nothing, and then need no transaction.
    if (!(await hasOpenProject(database.pool))) return null;
    const { job, busy } = await tryToClaim(database, workerId, options);
    if (job !== null || busy === null || waits === waitsMax) return job;
    await waitForJob(database, busy);
  }
}

interface Attempt {
  job: ClaimedJob | null;
  /** A job that could have been claimed, but that somebody else is changing. */
  busy: string | null;
}

function tryToClaim(
  database: Database,
  workerId: string,
  { runsSuspect = false }: { runsSuspect?: boolean },
): Promise<Attempt> {
  return inTransaction(database, async (client) => {
    await client.query(claimLimits);
    if (!(await isListed(client, workerId))) return { job: null, busy: null };
    if (runsSuspect && (await isSuspectQueued(client))) return { job: null, busy: null };
    let busy: string | null = null;
    const seen: string[] = [];
    for (;;) {
      const project = await lockProject(client, seen);
      if (project === null) return { job: null, busy };
      const attempt = await claimOf(client, project, workerId);
      if (attempt.job !== null) return attempt;
      busy ??= attempt.busy;
      seen.push(project.id);
    }
  });
}

/** One that others took for dead claims nothing; and nobody can take it for dead while it claims. */
async function isListed(client: Client, workerId: string): Promise<boolean> {
  const { rowCount } = await client.query("select 1 from workers where id = $1 for key share", [workerId]);
  return rowCount === 1;
}

async function isSuspectQueued(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ isQueued: boolean }>(findSuspect);
  return rows[0]!.isQueued;
}

async function claimOf(client: Client, project: OpenProject, workerId: string): Promise<Attempt> {
  for (;;) {
    const next = await lockNextJob(client, project.id);
    if (next === null) return { job: null, busy: await findBusyJob(client, project.id) };
    const { id, stallNote } = next;
    if (project.isLimited && (await client.query(park, [id, project.isFull])).rowCount === 1) continue;
    const lease = randomUUID();
    const { rows } = await client.query<ClaimRow>(claim, [id, workerId, lease]);
    return { job: { ...rows[0]!, stallNote, lease }, busy: null };
  }
}

const nextJob = `
  from jobs where project_id = $1 and status = 'active' and reason = 'queued' order by queued_at, id limit 1`;

// Others lock a job before its project's counters. Here the counters are locked already, so this never waits for a job.
const lockNext = `
  select id, case when stall_lease = lease then stall_note end as "stallNote" ${nextJob}
  for no key update skip locked`;

async function lockNextJob(
  client: Client,
  projectId: string,
): Promise<{ id: string; stallNote: string | null } | null> {
  const { rows } = await client.query<{ id: string; stallNote: string | null }>(lockNext, [projectId]);
  return rows[0] ?? null;
}

async function findBusyJob(client: Client, projectId: string): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(`select id ${nextJob}`, [projectId]);
  return rows[0]?.id ?? null;
}

/** Until whoever changes the job has done so, a second at most. */
async function waitForJob(database: Database, jobId: string): Promise<void> {
  const wait = inTransaction(database, async (client) => {
    await client.query("set local lock_timeout = '1s'");
    await client.query("select 1 from jobs where id = $1 for no key update", [jobId]);
  });
  await wait.catch((error: unknown) => {
    if (!isLockTimeout(error)) throw error;
  });
}
