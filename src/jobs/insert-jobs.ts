import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import { isAppError } from "../errors.ts";
import { batchCalls } from "../store/batch-calls.ts";
import type { Client, Database } from "../store/database.ts";
import { guardStore, isLockTimeout } from "../store/guard-store.ts";
import { retryConflicts } from "../store/retry-conflicts.ts";
import type { CapState } from "../usage/load-caps.ts";
import { recordVersion } from "./events.ts";
import { insertInTopic, type TopicJob } from "./insert-in-topic.ts";
import { type Draft, type ProjectFacts, toDraft, toValues } from "./job-draft.ts";
import type { CreateOutcome, NewJob } from "./new-job.ts";
import { refuseKnownBase } from "./refuse-known-base.ts";
import { toUses, usesPerHour } from "./uses.ts";

export interface InsertDeps {
  database: Database;
  /** Called after each commit, before any caller gets its result. */
  afterCommit?: () => Promise<void>;
}

export type InsertJob = (job: NewJob) => Promise<CreateOutcome>;

const batch = { maxBatch: 128, maxInFlight: 2 };

type Projects = LRUCache<string, ProjectFacts>;
const rememberedProjects = 10_000;
const staleMax = 5;

const create = `
  select outcome, job_id as "jobId", answer, created, used, reset_seconds as "resetSeconds", facts, cap
  from create_jobs($1::text[], $2::text[], $3::text[], $4::text[], $5::boolean[], $6::text[], $7::text[], $8::text[], $9::text[],
    $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::bytea[], $18::text[],
    $19::jsonb[], $20::boolean[], $21::jsonb[], $22, ${recordVersion}, ${usesPerHour})
  order by place`;

interface Answer {
  outcome:
    | Exclude<CreateOutcome["kind"], "error" | "locked" | "joined" | "topic_mismatch">
    | "refused"
    | "stale";
  jobId: string;
  /** Stored answer of a replay. */
  answer: string | null;
  created: string;
  used: number;
  resetSeconds: number;
  facts: ProjectFacts | null;
  cap: (Omit<CapState, "resetsAt"> & { resetsAt: string }) | null;
}

/**
 * Returns a function that inserts queued jobs; concurrent calls share one statement. Resolves only after
 * the commit. Throws `unavailable` if the store is; the job may or may not exist then.
 */
export function createJobInserter(deps: InsertDeps): InsertJob {
  const projects = new LRUCache<string, ProjectFacts>({ max: rememberedProjects });
  const insert = batchCalls((jobs: NewJob[]) => insertBatch(deps, projects, jobs), batch);
  return async (given) => {
    const job = await refuseKnownBase(deps.database, given);
    const outcome = hasTopic(job) ? await insertTopic(deps, projects, job) : await insert(job);
    if (outcome.kind === "error") throw outcome.error;
    return outcome;
  };
}

function hasTopic(job: NewJob): job is TopicJob {
  return job.topic !== null;
}

async function insertTopic(deps: InsertDeps, projects: Projects, job: TopicJob): Promise<CreateOutcome> {
  const insert = async (client: Client) => (await insertAll(client, projects, [job]))[0]!;
  const outcome = await insertInTopic(deps.database, job, insert);
  await deps.afterCommit?.();
  return outcome;
}

async function insertBatch(deps: InsertDeps, projects: Projects, jobs: NewJob[]): Promise<CreateOutcome[]> {
  try {
    const outcomes = await guardStore(() =>
      retryConflicts(() => insertAll(deps.database.pool, projects, jobs)),
    );
    await deps.afterCommit?.();
    return outcomes;
  } catch (error) {
    if (isLockTimeout(error)) return jobs.map(() => ({ kind: "locked" }));
    if (jobs.length === 1 || isAppError(error, "unavailable"))
      return jobs.map(() => ({ kind: "error", error }));
    return insertOneByOne(deps, projects, jobs);
  }
}

// One job that the store refuses must not fail the others that share its statement.
async function insertOneByOne(
  deps: InsertDeps,
  projects: Projects,
  jobs: NewJob[],
): Promise<CreateOutcome[]> {
  const outcomes: CreateOutcome[] = [];
  for (const job of jobs) outcomes.push(...(await insertBatch(deps, projects, [job])));
  return outcomes;
}

/** Sends the job of an unknown or changed project once more, with the project's current values. */
async function insertAll(
  client: Client | Database["pool"],
  projects: Projects,
  jobs: NewJob[],
): Promise<CreateOutcome[]> {
  const outcomes = new Map<NewJob, CreateOutcome>();
  for (let left = jobs, tries = 1; left.length > 0; tries += 1) {
    const marker = randomUUID();
    const drafts = left.map((job) => toDraft(job, projects.get(job.projectId), marker));
    const { rows } = await client.query<Answer>(create, toValues(drafts, marker));
    const stale: NewJob[] = [];
    for (const [index, draft] of drafts.entries()) {
      const row = rows[index]!;
      if (row.facts !== null) projects.set(draft.job.projectId, row.facts);
      if (row.outcome === "stale" && tries < staleMax) stale.push(draft.job);
      else outcomes.set(draft.job, toOutcome(draft, row, marker));
    }
    left = stale;
  }
  return jobs.map((job) => outcomes.get(job)!);
}

function toOutcome(draft: Draft, row: Answer, marker: string): CreateOutcome {
  const { jobId } = row;
  const answer = row.answer ?? draft.answer.replaceAll(marker, row.created);
  const uses = toUses(row, "create");
  switch (row.outcome) {
    case "created":
    case "replayed":
      return { kind: row.outcome, jobId, answer, uses };
    case "limited":
    case "key_reused":
      return { kind: row.outcome, uses };
    case "capped":
      return { kind: "capped", cap: { ...row.cap!, resetsAt: new Date(row.cap!.resetsAt) } };
    case "project_missing":
    case "branch_taken":
      return { kind: row.outcome };
    case "refused":
      return { kind: "error", error: draft.refusal?.error };
    case "stale":
      // The project keeps changing: to the caller this looks like another create in progress.
      return { kind: "locked" };
  }
}
