import { isAppError } from "../../errors.ts";
import { batchCalls } from "../batch-calls.ts";
import { loadCaps } from "../caps/load-caps.ts";
import { type Client, type Database, inTransaction } from "../database.ts";
import { guardStore, isLockTimeout } from "../guard-store.ts";
import { admitJobs } from "./admit-jobs.ts";
import type { CreateOutcome, NewJob } from "./new-job.ts";
import { lockAndCountUses, readKeptAnswers } from "./read-create-state.ts";
import { writeAdmittedJobs } from "./write-jobs.ts";

export interface InsertDeps {
  database: Database;
  /** Called after each commit and before any caller hears of it. */
  afterCommit?: () => Promise<void>;
}

export type InsertJob = (job: NewJob) => Promise<CreateOutcome>;

const operation = "create";
const batch = { maxBatch: 100, maxInFlight: 2 };

// A process that stops in the middle of a create holds its project's lock: others wait this long, and then its
// transaction is ended by the server.
export const timeLimits =
  "set local lock_timeout = '5s'; set local idle_in_transaction_session_timeout = '10s'; set local statement_timeout = '8s'";

/**
 * Inserts queued jobs; concurrent calls share one transaction. Resolves only after the commit. Throws
 * `unavailable` when the store is away, and then the job may or may not exist.
 */
export function createJobInserter(deps: InsertDeps): InsertJob {
  const insert = batchCalls((jobs: NewJob[]) => insertBatch(deps, jobs), batch);
  return async (job) => {
    const outcome = await insert(job);
    if (outcome.kind === "error") throw outcome.error;
    return outcome;
  };
}

async function insertBatch(deps: InsertDeps, jobs: NewJob[]): Promise<CreateOutcome[]> {
  try {
    const outcomes = await guardStore(() =>
      inTransaction(deps.database, (client) => insertInTransaction(client, jobs)),
    );
    await deps.afterCommit?.();
    return outcomes;
  } catch (error) {
    if (isLockTimeout(error)) return jobs.map(() => ({ kind: "locked" }));
    if (jobs.length === 1 || isAppError(error, "unavailable"))
      return jobs.map(() => ({ kind: "error", error }));
    return insertOneByOne(deps, jobs);
  }
}

// One job that the store refuses must not fail the others that happened to share its transaction.
async function insertOneByOne(deps: InsertDeps, jobs: NewJob[]): Promise<CreateOutcome[]> {
  const outcomes: CreateOutcome[] = [];
  for (const job of jobs) outcomes.push(...(await insertBatch(deps, [job])));
  return outcomes;
}

async function insertInTransaction(client: Client, jobs: NewJob[]): Promise<CreateOutcome[]> {
  await client.query(timeLimits);
  const projectIds = [...new Set(jobs.map((job) => job.projectId))];
  const projects = await lockAndCountUses(client, projectIds, operation);
  const answers = await readKeptAnswers(client, jobs.flatMap(toWantedKey), operation);
  const caps = await loadCaps(client, jobs);
  const { outcomes, admitted } = admitJobs(jobs, projects, answers, caps);
  if (admitted.length > 0) await writeAdmittedJobs(client, admitted, operation);
  return outcomes;
}

function toWantedKey(job: NewJob): { projectId: string; key: string }[] {
  return job.idempotency === null ? [] : [{ projectId: job.projectId, key: job.idempotency.key }];
}
