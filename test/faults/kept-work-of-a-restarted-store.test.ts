import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { cancelJob } from "../../src/jobs/cancel-job.ts";
import { getJobDiff } from "../../src/jobs/get-job-diff.ts";
import { makeDataFolder, runningServer, startJoiner } from "../helpers/embedded-server.ts";
import { type FaultScene, makeFaultScene } from "../helpers/fault-scene.ts";

// Of whatever has to come back after the restart.
const patience = { timeout: 240_000 };

const cleanups: (() => Promise<void>)[] = [];
const held = new Map<string, () => void>();
const asked = new Set<string>();

let dataFolder: string;
let scene: FaultScene;

beforeAll(async () => {
  // A server of its own: killing the one that all tests share would end them.
  dataFolder = makeDataFolder((work) => void cleanups.push(work));
  const { connection, end } = await startJoiner(dataFolder);
  cleanups.unshift(async () => void (await end()));
  const { user, password, host, port } = connection;
  const url = `postgres://${user}:${password}@${encodeURIComponent(host!)}:${port}/postgres`;
  vi.stubEnv("COPYDESK_TEST_DATABASE_URL", url);
  scene = await makeFaultScene({
    async beforeAnswer({ word, step }) {
      if (step !== 3) return;
      asked.add(word);
      await new Promise<void>((resolve) => held.set(word, resolve));
    },
  });
  vi.unstubAllEnvs();
});

afterAll(async () => {
  await scene.remove();
  for (const work of cleanups) await work();
});

test("jobs that end while PostgreSQL restarts, by themselves or by a cancel, keep the work that the log holds", async () => {
  const { database } = scene.project.store;
  const worker = await scene.startWorker();
  const words = ["finishes", "is cancelled"];
  const ids = await scene.createJobs(words);
  await expect.poll(() => asked.size, patience).toBe(2);
  const server = runningServer(join(dataFolder, "postgres"))!;
  process.kill(server, "SIGKILL");
  held.get("finishes")!();
  await vi.waitUntil(() => database.pool.query("select 1").catch(() => null), { timeout: 240_000 });
  const address = (index: number) => ({ projectId: scene.project.projectId, jobId: ids[index]! });
  await expect
    .poll(
      () =>
        cancelJob({ database }, { ...address(1), author: { kind: "service" } }).then(
          () => true,
          ({ code }) => code,
        ),
      patience,
    )
    .toSatisfy((outcome) => outcome === true || outcome === "job_not_active");
  held.get("is cancelled")!();
  const ended = await scene.untilEnded(ids);
  expect(ended.map(({ reason }) => reason)).toEqual(["pull_request_opened", "cancelled"]);
  expect(runningServer(join(dataFolder, "postgres"))).not.toBe(server);
  for (const [index, word] of words.entries()) {
    const diff = () => getJobDiff({ database }, address(index)).catch(({ code }) => code);
    await expect.poll(diff, patience).toContain(`-Take a widget.\n+Take ${word}.\n`);
  }
  await worker.stop();
});
