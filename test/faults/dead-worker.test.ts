import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { suspectCrashes } from "../../src/jobs/lease/claim-job.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { type FaultScene, makeFaultScene } from "../helpers/fault-scene.ts";
import { percentile } from "../helpers/percentile.ts";

const full = process.env.COPYDESK_FULL_FAULTS === "1";
const timeLimitMs = full ? 3_600_000 : 600_000;
const kills = full ? 100 : 2;
const jobsPerWorker = 4;
// Jobs that have crashed more often are no longer started side by side.
const killsOfJob = suspectCrashes - 1;

let scene: FaultScene;
let release = Promise.withResolvers<void>();
const workers: CopydeskProcess[] = [];

beforeAll(async () => {
  scene = await makeFaultScene({ beforeAnswer: () => release.promise });
});

afterAll(async () => {
  release.resolve();
  await Promise.all(workers.map((worker) => worker.end("SIGKILL")));
  await scene.remove();
});

async function startWorker(): Promise<CopydeskProcess> {
  const environment = { ...scene.environment, COPYDESK_CONCURRENCY: String(jobsPerWorker) };
  const worker = await startCopydesk({ role: "worker", environment });
  workers.push(worker);
  return worker;
}

/** Times of the newest start of each job, by the database's clock, when each has been started so often. */
async function untilStarted(ids: readonly string[], times: number): Promise<number[]> {
  const read = () =>
    scene.query<{ times: number; at: Date }>(
      "select count(*)::integer as times, max(at) as at from job_events where job_id = any($1) and kind = 'started' group by job_id",
      [ids],
    );
  await expect
    .poll(async () => (await read()).map((row) => row.times), { interval: 20, timeout: 240_000 })
    .toEqual(ids.map(() => times));
  return (await read()).map(({ at }) => at.getTime());
}

async function now(): Promise<number> {
  const [row] = await scene.query<{ at: Date }>("select clock_timestamp() as at");
  return row!.at.getTime();
}

describe("the jobs of a worker that is killed with -9", () => {
  test(
    `start on another worker within seconds, ${kills} times`,
    async () => {
      const waits: number[] = [];
      let running = await startWorker();
      for (let kill = 0; kill < kills; ) {
        const ids = await scene.createJobs(
          Array.from({ length: jobsPerWorker }, (_, n) => `gadget-${kill}-${n}`),
        );
        await untilStarted(ids, 1);
        for (let crash = 1; crash <= killsOfJob && kill < kills; crash += 1, kill += 1) {
          const next = await startWorker();
          // Anywhere between two of the other worker's looks for dead ones.
          await sleep(Math.random() * 500);
          const killedAt = await now();
          await running.end("SIGKILL");
          const startedAt = await untilStarted(ids, crash + 1);
          waits.push(...startedAt.map((at) => at - killedAt));
          running = next;
        }
        release.resolve();
        const ended = await scene.untilEnded(ids);
        expect(ended.map(({ status }) => status)).toEqual(ids.map(() => "completed"));
        release = Promise.withResolvers();
      }
      const p95 = percentile(waits, 95);
      console.log(
        `dead worker: ${kills} kills, ${waits.length} jobs taken over, from kill to start p50 ${percentile(waits, 50)} ms, p95 ${p95} ms, max ${Math.max(...waits)} ms`,
      );
      expect(waits).toHaveLength(kills * jobsPerWorker);
      expect(p95).toBeLessThan(full ? 10_000 : 60_000);
    },
    timeLimitMs,
  );
});
