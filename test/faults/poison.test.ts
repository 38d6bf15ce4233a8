import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FaultScene, makeFaultScene } from "../helpers/fault-scene.ts";
import { type FaultWorker, startFaultWorker } from "../helpers/fault-worker.ts";
import { onlyInTestFaults } from "../helpers/skip-unless.ts";

const full = process.env.COPYDESK_FULL_FAULTS === "1";
const timeLimitMs = full ? 3_600_000 : 600_000;
const otherJobs = 200;
const modelMs = 100;
const crashesMax = 6;

let scene: FaultScene;
let answerMs = modelMs;

beforeAll(async () => {
  scene = await makeFaultScene({ beforeAnswer: () => sleep(answerMs) });
});

afterAll(() => scene.remove());

/** So many workers, each started again whenever it has died. Answers how to end them. */
async function superviseWorkers(count: number, concurrency: number): Promise<() => Promise<void>> {
  const environment = { ...scene.environment, COPYDESK_CONCURRENCY: String(concurrency) };
  let isOver = false;
  const keepOne = async (onFirst: () => void): Promise<void> => {
    while (!isOver) {
      const worker = await startFaultWorker(environment);
      running.add(worker);
      onFirst();
      if (isOver) await worker.kill();
      else await worker.ended;
      running.delete(worker);
    }
  };
  const running = new Set<FaultWorker>();
  const first = Array.from({ length: count }, () => Promise.withResolvers<void>());
  const kept = first.map(({ resolve }) => keepOne(resolve));
  await Promise.all(first.map(({ promise }) => promise));
  return async () => {
    isOver = true;
    await Promise.all([...running].map((worker) => worker.kill()));
    await Promise.all(kept);
  };
}

/** Jobs that end per second, when `poison` jobs were created before them. */
async function measureThroughput(name: string, poison: number): Promise<number> {
  const bad = await scene.createJobs(
    Array.from({ length: poison }, (_, n) => `poison-${n}`),
    () => "die at prepared",
  );
  const startedAt = performance.now();
  const ids: string[] = [];
  for (let n = 0; n < otherJobs; n += 100) {
    const count = Math.min(100, otherJobs - n);
    ids.push(...(await scene.createJobs(Array.from({ length: count }, (_, i) => `${name}-${n + i}`))));
  }
  const ended = await scene.untilEnded(ids);
  const perSecond = (otherJobs * 1_000) / (performance.now() - startedAt);
  expect(ended.filter(({ reason }) => reason !== "pull_request_opened")).toEqual([]);
  expect((await scene.untilEnded(bad)).map(({ reason, crashes }) => `${reason} ${crashes}`)).toEqual(
    bad.map(() => `worker_crashed_repeatedly ${crashesMax}`),
  );
  return perSecond;
}

describe("a job that kills every worker that runs it", () => {
  test(`is given up after ${crashesMax} crashes, and all ${otherJobs} others are completed`, {
    ...onlyInTestFaults,
    timeout: timeLimitMs,
  }, async () => {
    const end = await superviseWorkers(2, 2);
    const without = await measureThroughput("calm", 0);
    const during = await measureThroughput("poisoned", 1);
    await end();
    const ratio = during / without;
    console.log(
      `poison: given up after ${crashesMax} crashes; ${otherJobs} other jobs completed at ${during.toFixed(1)}/s beside it and ${without.toFixed(1)}/s without it, ratio ${ratio.toFixed(2)}`,
    );
  });

  test(
    "does not take jobs along that need longer than it needs to kill",
    async () => {
      answerMs = 300;
      const ids = await scene.createJobs(["innocent-1", "innocent-2", "poison", "innocent-3"], (n) =>
        n === 2 ? "die at prepared" : "",
      );
      const end = await superviseWorkers(1, ids.length);
      const ended = await scene.untilEnded(ids);
      await end();
      const [poison] = ended.splice(2, 1);
      expect(poison).toMatchObject({ reason: "worker_crashed_repeatedly", crashes: crashesMax });
      expect(ended.map(({ reason }) => reason)).toEqual(Array(3).fill("pull_request_opened"));
      const crashes = ended.map((job) => job.crashes);
      console.log(
        `poison beside slow jobs on one worker: these were completed after ${crashes.join(", ")} crashes`,
      );
    },
    timeLimitMs,
  );
});
