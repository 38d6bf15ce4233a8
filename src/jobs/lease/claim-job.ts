import { randomUUID } from "node:crypto";
import type { CleanText } from "../../outgoing/clean-text.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import { isLockTimeout } from "../../store/guard-store.ts";
import { type HostProject, hostProjectColumns } from "../../store/host-project.ts";
import type { ProjectSettings } from "../../store/project-settings.ts";
import { retryConflicts } from "../../store/retry-conflicts.ts";
import type { Budget, JobPullRequest, Usage } from "../record.ts";

/** A job that this worker runs. Every write for it carries the lease; a later claim invalidates the lease. */
export interface ClaimedJob extends HostProject {
  id: string;
  /** API key that opened the current turn; null: none. */
  apiKeyId: string | null;
  /** Prompt of the current turn. */
  prompt: string;
  turn: number;
  /** Number of the event that opened the turn's current attempt. */
  turnSeq: number;
  messagesTaken: number;
  mode: "pull_request" | "preview";
  asDraft: boolean;
  /** True if the turn only opens the pull request of an earlier turn's work. */
  publishOnly: boolean;
  paths: string[];
  budget: Budget;
  usage: Usage;
  baseRef: string | null;
  baseCommit: string | null;
  headCommit: string | null;
  /** Change of the earlier turns, from the base to the branch; null in the first turn. */
  patch: string | null;
  branch: string;
  /** Fork that has the branch, if the repository itself does not. */
  fork: { repository: string; owner: string } | null;
  pullRequest: JobPullRequest | null;
  title: CleanText | null;
  /** Title that the create request set for the first pull request. */
  chosenTitle: string | null;
  /** Labels in addition to the project's. */
  labels: string[];
  reviewers: string[];
  topic: string | null;
  model: string;
  settings: ProjectSettings;
  crashCount: number;
  /** Number of the event above which an earlier turn's work is in no patch yet; null if there is none. */
  patchSeq: number | null;
  createdAt: Date;
  /** Time since the turn was first claimed. */
  elapsedMs: number;
  /** Time in the queue; absent if nobody waits for the job. */
  waitedMs?: number;
  lease: string;
  /** Set if the job stopped its previous worker: what happened. The job must not be run again. */
  stallNote: string | null;
  /** Whether the project has webhooks, whose secrets may not leave its jobs; absent: not known. */
  hasWebhooks?: boolean;
  /** Whether the project has context repositories; absent: not known. */
  hasContext?: boolean;
}

/** A job as claimed, without the lease that allows writes. */
export type ClaimRow = Omit<ClaimedJob, "lease" | "stallNote" | "hasWebhooks" | "hasContext">;

/** SQL: columns of a claimed job; the statement has `jobs` and `projects`. */
export const claimedColumns = `
    jobs.id, ${hostProjectColumns}, jobs.turn_api_key_id as "apiKeyId", coalesce(jobs.turn_prompt, jobs.prompt) as prompt, jobs.turn,
    jobs.turn_seq as "turnSeq", jobs.messages_taken as "messagesTaken", jobs.mode, jobs.as_draft as "asDraft", jobs.publish_only as "publishOnly", jobs.paths,
    jobs.budget, jobs.usage, jobs.base_ref as "baseRef", jobs.base_commit as "baseCommit",
    jobs.head_commit as "headCommit", case when jobs.turn > 1 then jobs.patch end as patch, jobs.branch, jobs.fork, jobs.pull_request as "pullRequest", jobs.title,
    jobs.chosen_title as "chosenTitle", jobs.labels, jobs.reviewers, jobs.topic, jobs.model, projects.settings, jobs.crash_count as "crashCount", jobs.patch_seq as "patchSeq", jobs.created_at as "createdAt",
    (extract(epoch from clock_timestamp() - jobs.turn_started_at) * 1000)::double precision as "elapsedMs"`;

/**
 * Number of crashes that make a job a suspect: it may be what kills its workers, or may only have run
 * beside it. Two suspects never run on one worker, so that no other job is given up together with the one
 * that kills. The index `jobs_suspected` and `claim_job` have the same number.
 */
export const suspectCrashes = 3;

// `claim_job` returns whole rows: what this statement read when it began is older.
const claim = `
  select ${claimedColumns}, claimed.note as "stallNote", claimed.busy,
    (extract(epoch from clock_timestamp() - jobs.queued_at) * 1000)::double precision as "waitedMs",
    exists (select from webhooks where project_id = jobs.project_id) as "hasWebhooks",
    exists (select from context_repositories where project_id = jobs.project_id) as "hasContext"
  from claim_job($1, $2, $3) as claimed
  cross join lateral (select (claimed.job).*) as jobs cross join lateral (select (claimed.project).*) as projects`;

type Claimed = Omit<ClaimedJob, "lease"> & { busy: string | null };

/**
 * How often a claim waits for a job that somebody else is changing before it leaves the job to the next
 * round.
 */
const waitsMax = 3;

/**
 * Claims the next queued job for the worker, or returns null if there is none: of the project with the
 * fewest running jobs, and among those the one claimed longest ago. Never exceeds a project's concurrency
 * or its reviewers' capacity. With `runsSuspect` the worker runs a suspect and takes nothing while another
 * suspect waits.
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

/** Waits for whoever is changing the job, a second at most. */
async function waitForJob(database: Database, jobId: string): Promise<void> {
  const wait = inTransaction(database, async (client) => {
    await client.query("set local lock_timeout = '1s'");
    await client.query("select 1 from jobs where id = $1 for no key update", [jobId]);
  });
  await wait.catch((error: unknown) => {
    if (!isLockTimeout(error)) throw error;
  });
}
