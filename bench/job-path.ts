/**
 * What one job costs on a warm mirror of a small and a large repository: the time from its claim to the first
 * question to the model, and the CPU of the service and of everything that it starts. One job after another;
 * the model and the client run in this process.
 */
import { describeMachine } from "./parts/describe-machine.ts";
import { fourStepScript } from "./parts/four-step-script.ts";
import { makePages } from "./parts/make-pages.ts";
import { treeCpuSeconds } from "./parts/measure-process.ts";
import { printTable } from "./parts/print-table.ts";
import { quantile } from "./parts/quantile.ts";
import { type BenchService, withBenchService } from "./parts/with-bench-service.ts";

const sizes = [42, 1_500];
const warmUpJobs = 5;
const jobs = Number(process.argv[2] ?? 30);

interface Figures {
  claimToModel: number[];
  ownMs: number;
  programsMs: number;
  wallMs: number;
}

console.log(describeMachine());
const rows: (string | number)[][] = [];
for (const size of sizes) {
  const { claimToModel, ownMs, programsMs, wallMs } = await measure(size);
  rows.push([
    size,
    quantile(claimToModel, 0.5),
    quantile(claimToModel, 0.9),
    ownMs / jobs,
    programsMs / jobs,
    wallMs / jobs,
  ]);
}
printTable(
  ["Files", "claim → model ms, p50", "p90", "CPU ms a job, own", "CPU ms a job, programs", "wall ms a job"],
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
  return await withBenchService({ files: makePages(size), script, concurrency: 1 }, async (service) => {
    for (let job = 0; job < warmUpJobs; job += 1) await runJob(service);
    const before = treeCpuSeconds(service.pid);
    const startedAt = performance.now();
    const claimToModel: number[] = [];
    for (let job = 0; job < jobs; job += 1) {
      const id = await runJob(service);
      claimToModel.push(askedAt - (await claimedAt(service, id)));
    }
    const wallMs = performance.now() - startedAt;
    const after = treeCpuSeconds(service.pid);
    const ownMs = (after.own - before.own) * 1_000;
    return { claimToModel, ownMs, programsMs: (after.others - before.others) * 1_000, wallMs };
  });
}

async function runJob({ createJob, waitForJob }: BenchService): Promise<string> {
  const { id } = await createJob();
  await waitForJob(id);
  return id;
}

async function claimedAt({ project }: BenchService, id: string): Promise<number> {
  const query = "select started_at from jobs where id = $1";
  const { rows } = await project.store.database.pool.query<{ started_at: Date }>(query, [id]);
  return rows[0]!.started_at.getTime();
}
