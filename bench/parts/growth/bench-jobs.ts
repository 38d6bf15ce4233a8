import { randomUUID } from "node:crypto";
import { createJob } from "../../../src/jobs/create-job.ts";
import { createJobInserter } from "../../../src/jobs/insert-jobs.ts";
import { claimJob } from "../../../src/jobs/lease/claim-job.ts";
import { finishJob } from "../../../src/jobs/lease/finish-job.ts";
import { noUsage } from "../../../src/jobs/record.ts";
import { ownWords } from "../../../src/outgoing/clean-text.ts";
import type { Database } from "../../../src/store/database.ts";

/** Id of the worker that claims; registered with `listWorker`. */
export const benchWorker = "worker_bench";

const done = {
  ...({ status: "completed", reason: "no_changes", message: ownWords("Done."), title: null } as const),
  ...{ pullRequest: null, checks: null, patch: null, usage: noUsage },
};

const addProjects = `
  insert into projects (id, name, repository)
  select 'prj_' || n, 'Docs', '/docs' from generate_series($1::integer, $2) as n on conflict do nothing`;

const addQueued = `
  insert into jobs (id, project_id, status, reason, prompt, repository, branch, model, event_seq, turn_seq)
  select $1 || n, 'prj_' || n % $2::integer, 'active', 'queued', 'p', '/docs', $1 || n, 'copydesk/chores', 1, 1
  from generate_series(1, $3::integer) as n`;

/** Adds `prj_0` up to, but excluding, `prj_<count>`. */
export async function addBenchProjects({ pool }: Database, count: number): Promise<void> {
  await pool.query(addProjects, [0, count - 1]);
}

export async function addQueuedJobs({ pool }: Database, projects: number, count: number): Promise<void> {
  await pool.query(addQueued, [`job_${randomUUID()}_`, projects, count]);
}

export async function claimAndFinish(database: Database): Promise<void> {
  const job = await claimJob({ database }, benchWorker);
  if (job === null) throw new Error("the queue is empty");
  await finishJob({ database }, job, done);
}

/** Creates one job after another, in the projects by turns, as each may create 100 per hour. */
export function createBenchJobs(database: Database, projects: number): () => Promise<unknown> {
  const insertJob = createJobInserter({ database });
  const deps = { insertJob, defaultModel: "copydesk/chores", assertRefName: () => undefined };
  let made = 0;
  return () => {
    made += 1;
    const author = { kind: "service" } as const;
    return createJob(deps, `prj_${made % projects}`, { prompt: "Describe the new option." }, { author });
  };
}
