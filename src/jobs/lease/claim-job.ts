import { randomUUID } from "node:crypto";
import type { CleanText } from "../../outgoing/clean-text.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import { isLockTimeout } from "../../store/guard-store.ts";
import { type HostProject, hostProjectColumns } from "../../store/host-project.ts";
import type { ProjectSettings } from "../../store/project-settings.ts";
import { retryConflicts } from "../../store/retry-conflicts.ts";
import type { Budget, JobPullRequest, Usage } from "../record.ts";

/**
 * A job that this worker runs. Every write for it carries the lease; a later claim makes the lease worthless.
 */
export interface ClaimedJob extends HostProject {
  id: string;
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
  /** What the create wants the first pull request to be called. */
  chosenTitle: string | null;
  /** Beside those of the project's settings. */
  labels: string[];
  reviewers: string[];
  topic: string | null;
  model: string;
  settings: ProjectSettings;
  crashCount: number;
  /** Work of an earlier turn above this event is in no patch yet; null when there is none. */
  patchSeq: number | null;
  createdAt: Date;
  /** Since the turn was claimed for the first time. */
  elapsedMs: number;
  /** Since the turn was put into the queue; absent where nobody waits for it. */
  waitedMs?: number;
  lease: string;
  /** The job has stopped the worker before this one, in these words: it must not be run again. */
  stallNote: string | null;
  /** Whether the project has webhooks, whose secrets may not leave its jobs; absent: not known. */
  hasWebhooks?: boolean;
  /** Whether the project has context repositories; absent: not known. */
  hasContext?: boolean;
}

/** A job without the right to write for it. */
export type ClaimRow = Omit<ClaimedJob, "lease" | "stallNote" | "hasWebhooks" | "hasContext">;

/** What a worker is told of a job; the statement has `jobs` and `projects`. */
export const claimedColumns = `
    jobs.id, ${hostProjectColumns}, jobs.turn_api_key_id as "apiKeyId", coalesce(jobs.turn_prompt, jobs.prompt) as prompt, jobs.turn,
    jobs.turn_seq as "turnSeq", jobs.messages_taken as "messagesTaken", jobs.mode, jobs.as_draft as "asDraft", jobs.publish_only as "publishOnly", jobs.paths,
    jobs.budget, jobs.usage, jobs.base_ref as "baseRef", jobs.base_commit as "baseCommit",
    jobs.head_commit as "headCommit", case when jobs.turn > 1 then jobs.patch end as patch, jobs.branch, jobs.fork, jobs.pull_request as "pullRequest", jobs.title,
    jobs.chosen_title as "chosenTitle", jobs.labels, jobs.reviewers, jobs.topic, jobs.model, projects.settings, jobs.crash_count as "crashCount", jobs.patch_seq as "patchSeq", jobs.created_at as "createdAt",
    (extract(epoch from clock_timestamp() - jobs.turn_started_at) * 1000)::double precision as "elapsedMs"`;

/**
 * A job that so many workers died with may be what kills them, or may only have run beside it. Two of these
 * never run on one worker, so that no other job is given up together with the one that kills. The index
 * `jobs_suspected` and `claim_job` have the same number.
 */
export const suspectCrashes = 3;

// `claim_job` returns whole rows: what this statement saw of them when it began is older.
const claim = `
  select ${claimedColumns}, claimed.note as "stallNote", claimed.busy,
    (extract(epoch from clock_timestamp() - jobs.queued_at) * 1000)::double precision as "waitedMs",
    exists (select from webhooks where project_id = jobs.project_id) as "hasWebhooks",
    exists (select from context_repositories where project_id = jobs.project_id) as "hasContext"
  from claim_job($1, $2, $3) as claimed
  cross join lateral (select (claimed.job).*) as jobs cross join lateral (select (claimed.project).*) as projects`;

type Claimed = Omit<ClaimedJob, "lease"> & { busy: string | null };

/**
 * How often a claim waits for a job that somebody else changes, before it leaves the job to the next look.
 */
const waitsMax = 3;

/**
 * Takes the next queued job for the worker, or null when there is none: of the project that runs the fewest,
 * and of those the one whose claim is longest ago. Neither a project's concurrency nor its reviewers'
 * capacity is ever exceeded. With `runsSuspect` the worker runs a suspect and takes nothing while another one
 * waits.
 */
export async function claimJob(
  { database }: { database: Database },
  workerId: string,
  { runsSuspect = false }: { runsSuspect?: boolean } = {},
): Promise<ClaimedJob | null> {
  for (let waits = 0; ; waits += 1) {
    const lease = randomUUID();
    const { rows } = await retryConflicts(() =>
      database.pool.query<Claimed>({
        name: "claim-job",
        text: claim,
        values: [workerId, lease, runsSuspect],
      }),
    );
    if (rows[0] === undefined) return null;
    const { busy, ...job } = rows[0];
    if (busy === null) return { ...job, lease };
    if (waits === waitsMax) return null;
    await waitForJob(database, busy);
  }
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
