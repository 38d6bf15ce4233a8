/**
 * Measures the cost of one job on a warm mirror of a small and a large repository: the time from its claim to
 * the first call of the model, also where the base branch has a new commit each time, and the CPU of the
 * service, of everything that it starts, and of PostgreSQL.
 * Jobs run one after another; the model and the client run in this process. With `--cpu-prof=<folder>` the
 * service also leaves its CPU profile there. Linux only.
 */
import { appendFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describeMachine } from "./parts/describe-machine.ts";
import { change, fourStepScript } from "./parts/four-step-script.ts";
import { makePages } from "./parts/make-pages.ts";
import { postgresPid, treeCpuSeconds } from "./parts/measure-process.ts";
import { printTable } from "./parts/print-table.ts";
import { quantile } from "./parts/quantile.ts";
import { type BenchService, withBenchService } from "./parts/with-bench-service.ts";

const sizes = [42, 1_500];
const warmUpJobs = 5;
const newCommits = 10;
const jobs = Number(/^\d+$/.exec(process.argv[2] ?? "")?.[0] ?? 30);
const profileFolder = process.argv.find((argument) => argument.startsWith("--cpu-prof="))?.slice(11);
const environment =
  profileFolder === undefined
    ? undefined
    : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${resolve(profileFolder)}` };

interface Figures {
  claimToModel: number[];
  newCommitToModel: number[];
  ownMs: number;
  programsMs: number;
  postgresMs: number;
  wallMs: number;
}

console.log(describeMachine());
const rows: (string | number)[][] = [];
for (const size of sizes) {
  const { claimToModel, newCommitToModel, ownMs, programsMs, postgresMs, wallMs } = await measure(size);
  const cpu = [ownMs, programsMs, postgresMs, ownMs + programsMs + postgresMs].map((ms) => ms / jobs);
  const latencies = [
    quantile(claimToModel, 0.5),
    quantile(claimToModel, 0.9),
    quantile(newCommitToModel, 0.5),
  ];
  rows.push([size, ...latencies, ...cpu, wallMs / jobs]);
}
const cpuColumns = ["own", "programs", "PostgreSQL", "all"].map((name) => `CPU ms a job, ${name}`);
printTable(
  ["Files", "claim → model ms, p50", "p90", "new commit, p50", ...cpuColumns, "wall ms a job"],
  rows,
);

async function measure(size: number): Promise<Figures> {
  let askedAt = 0;
  const answer = fourStepScript();
  const script: typeof answer = (index, request) => {
    if (request.messages.every(({ role }) => role !== "assistant"))
      askedAt = performance.timeOrigin + performance.now();
    return answer(index, request);
  };
  const options = { files: makePages(size), script, concurrency: 1, environment };
  return await withBenchService(options, async (service) => {
    const postgres = postgresPid(await backendPid(service));
    const cpu = () => ({ service: treeCpuSeconds(service.pid), postgres: treeCpuSeconds(postgres) });
    for (let job = 0; job < warmUpJobs; job += 1) await runJob(service);
    const before = cpu();
    const startedAt = performance.now();
    const claimToModel: number[] = [];
    const measureJob = async () => {
      const id = await runJob(service);
      return askedAt - (await claimedAt(service, id));
    };
    for (let job = 0; job < jobs; job += 1) claimToModel.push(await measureJob());
    const wallMs = performance.now() - startedAt;
    const after = cpu();
    const newCommitToModel: number[] = [];
    for (let commit = 0; commit < newCommits; commit += 1) {
      await addCommit(service, commit);
      newCommitToModel.push(await measureJob());
    }
    return {
      claimToModel,
      newCommitToModel,
      ownMs: (after.service.own - before.service.own) * 1_000,
      programsMs: (after.service.others - before.service.others) * 1_000,
      postgresMs:
        (after.postgres.own + after.postgres.others - before.postgres.own - before.postgres.others) * 1_000,
      wallMs,
    };
  });
}

async function runJob({ createJob, waitForJob }: BenchService): Promise<string> {
  const { id } = await createJob();
  await waitForJob(id);
  return id;
}

/** Adds a line to another page than the one that the jobs change. */
async function addCommit({ project }: BenchService, n: number): Promise<void> {
  const page = `docs/page-${Number(/\d+/.exec(change.path)?.[0]) + 1}.md`;
  await appendFile(join(project.repository, page), `\nLine ${n}.\n`);
  await project.git("commit", "--quiet", "--all", "--message", `Line ${n}`);
}

async function claimedAt({ project }: BenchService, id: string): Promise<number> {
  const query = "select started_at from jobs where id = $1";
  const { rows } = await project.store.database.pool.query<{ started_at: Date }>(query, [id]);
  return rows[0]!.started_at.getTime();
}

async function backendPid({ project }: BenchService): Promise<number> {
  const { rows } = await project.store.database.pool.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]!.pid;
}
