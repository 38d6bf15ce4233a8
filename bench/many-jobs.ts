/**
 * Runs many jobs in one worker process of the whole service: claim, git, checks, four model steps, gate,
 * push, pull request. First each job's first model call is held until all jobs have made theirs, so that all
 * are in memory at once; then they run as fast as the machine allows. The scripted model and the client run
 * in this process; PostgreSQL is a separate server and is not counted.
 */
import type { Script } from "../test/helpers/scripted-model-server.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { fourStepScript } from "./parts/four-step-script.ts";
import { makePages } from "./parts/make-pages.ts";
import { cpuSecondsOf, peakMemoryWhile, residentMiB } from "./parts/measure-process.ts";
import { printTable } from "./parts/print-table.ts";
import { type BenchService, withBenchService } from "./parts/with-bench-service.ts";

const jobs = 200;
const warmUpJobs = 4;
/** One project may create 100 jobs an hour. */
const projects = 5;
const pagesCount = 42;
const answerMs = 300;
const lookEveryMs = 100;

interface Round {
  wallSeconds: number;
  ownCpuMs: number;
  programsCpuMs: number;
  restMiB: number;
  ownMiB: number;
  treeMiB: number;
  runningAtOnce: number;
  /** How often a waiting client was told to try again soon. */
  unavailable: number;
}

const gate = createGate(jobs);
const answer = fourStepScript(() => answerMs);
const script: Script = async (index, request) => {
  if (request.messages.every(({ role }) => role !== "assistant")) await gate.pass();
  return await answer(index, request);
};

console.log(describeMachine());
await withBenchService(
  { files: makePages(pagesCount), script, concurrency: jobs, projects },
  async (service) => {
    await runJobs(service, warmUpJobs);
    gate.close();
    const held = await measure(service);
    const fast = await measure(service);
    await assertOnePullRequestEach(service, warmUpJobs + 2 * jobs);
    report(held, fast);
  },
);

async function measure(service: BenchService): Promise<Round> {
  const { pid } = service;
  const unavailable = service.unavailableAnswers();
  const before = cpuSecondsOf(pid);
  const restMiB = residentMiB(pid);
  const since = new Date();
  const startedAt = performance.now();
  const { ownMiB, treeMiB } = await peakMemoryWhile(pid, lookEveryMs, runJobs(service, jobs));
  const wallSeconds = (performance.now() - startedAt) / 1_000;
  const after = cpuSecondsOf(pid);
  return {
    wallSeconds,
    ownCpuMs: ((after.own - before.own) * 1_000) / jobs,
    programsCpuMs: ((after.children - before.children) * 1_000) / jobs,
    ...{ restMiB, ownMiB, treeMiB },
    runningAtOnce: await mostAtOnce(service, since),
    unavailable: service.unavailableAnswers() - unavailable,
  };
}

function report(held: Round, fast: Round): void {
  const row = (name: string, read: (round: Round) => number) => [name, read(held), read(fast)];
  printTable(
    ["Figure", "all held at their first call", `answers after ${answerMs} ms`],
    [
      row("jobs, all completed with one pull request each", () => jobs),
      row("most jobs running at once", (round) => round.runningAtOnce),
      row("answers 503 to clients that wait", (round) => round.unavailable),
      row("wall s", (round) => round.wallSeconds),
      row("jobs per second", (round) => jobs / round.wallSeconds),
      row("CPU ms per job, the service's own process", (round) => round.ownCpuMs),
      row("CPU ms per job, git and other programs", (round) => round.programsCpuMs),
      row("RSS MiB before", (round) => round.restMiB),
      row("RSS MiB, peak of the service's process", (round) => round.ownMiB),
      row("RSS MiB, peak with its programs", (round) => round.treeMiB),
      [
        "RSS MiB per job, of the peak of the service's process",
        (held.ownMiB - held.restMiB) / held.runningAtOnce,
        "",
      ],
    ],
  );
}

async function runJobs(service: BenchService, count: number): Promise<void> {
  const created = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const project = service.projects[n % projects]!;
      return { project, ...(await service.createJob(project)) };
    }),
  );
  let done = 0;
  await Promise.all(
    created.map(async ({ id, project }) => {
      await service.waitForJob(id, project);
      done += 1;
      if (done % 50 === 0 || done === count) console.log(`${done} of ${count} jobs are done`);
    }),
  );
}

/** Returns the greatest number of overlapping job runs, by their recorded times. */
async function mostAtOnce({ project }: BenchService, since: Date): Promise<number> {
  const { rows } = await project.store.database.pool.query<{ most: string }>(
    `select max(running) as most from (
      select sum(step) over (order by at, step) as running
      from (
        select started_at as at, 1 as step from jobs where created_at >= $1
        union all select finished_at, -1 from jobs where created_at >= $1) as steps) as counted`,
    [since],
  );
  return Number(rows[0]?.most);
}

async function assertOnePullRequestEach({ project }: BenchService, wanted: number): Promise<void> {
  const { rows } = await project.store.database.pool.query<{ jobs: number; pulls: number }>(
    "select count(distinct job_id)::integer as jobs, count(*)::integer as pulls from pull_requests",
  );
  const branches = (await project.branches()).length;
  if (rows[0]?.jobs !== wanted || rows[0].pulls !== wanted || branches !== wanted)
    throw new Error(`${wanted} jobs left ${rows[0]?.pulls} pull requests and ${branches} branches`);
}

/** Open at first; once closed, it opens again when `count` callers wait. */
function createGate(count: number) {
  let waiting: PromiseWithResolvers<void>[] | null = null;
  return {
    close() {
      waiting = [];
    },
    async pass() {
      if (waiting === null) return;
      const turn = Promise.withResolvers<void>();
      waiting.push(turn);
      if (waiting.length < count) return await turn.promise;
      console.log(`all ${count} jobs have made their first call`);
      for (const one of waiting) one.resolve();
      waiting = null;
    },
  };
}
