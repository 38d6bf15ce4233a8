import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { bareEnvironment } from "../helpers/bare-environment.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import type { FaultScene } from "../helpers/fault-scene.ts";
import { freePort } from "../helpers/free-port.ts";
import { assertEndedOnce, type HeldJobs, makeHeldJobs } from "../helpers/held-jobs.ts";
import { parseOpenMetrics } from "../helpers/open-metrics.ts";
import { skipUnless } from "../helpers/skip-unless.ts";
import { slowDiskPrefix, whyNoSlowDisk } from "../helpers/slow-disk.ts";

const run = promisify(execFile);
const main = join(import.meta.dirname, "../../src/main.ts");
const timeLimitMs = 600_000;
const jobsEach = 3;
const whyNot = whyNoSlowDisk();

let jobs: HeldJobs;
let scene: FaultScene;
const workers: CopydeskProcess[] = [];

beforeAll(async () => {
  if (whyNot !== null) return;
  jobs = await makeHeldJobs();
  scene = jobs.scene;
});

afterEach(async () => {
  jobs?.answerAll();
  await Promise.all(workers.splice(0).map((worker) => worker.end("SIGKILL")));
});

afterAll(() => scene?.remove());

describe("a disk that is slow", skipUnless(whyNot === null, whyNot ?? ""), () => {
  const diskMs = 150;

  async function startWorker(name: string, prefix: string[] = []): Promise<string> {
    const data = join(scene.environment.COPYDESK_DATA!, name);
    await mkdir(data, { recursive: true });
    const port = String(await freePort());
    const environment = {
      ...scene.environment,
      COPYDESK_DATA: data,
      COPYDESK_CONCURRENCY: String(jobsEach),
      COPYDESK_METRICS_PORT: port,
    };
    workers.push(await startCopydesk({ role: "worker", prefix, environment }));
    return `http://127.0.0.1:${port}/metrics`;
  }

  /** Jobs of which each worker has its share. */
  const startJobs = (word: string) =>
    jobs.start(Array.from({ length: 2 * jobsEach }, (_, n) => `${word}-${n}`));

  test(
    "under one worker holds up its own jobs only: it keeps them, and they end once each",
    async () => {
      const [metrics] = [await startWorker("slow", slowDiskPrefix(diskMs)), await startWorker("quick")];
      const ids = await startJobs("held-up");
      jobs.answerAll();
      const ended = await scene.untilEnded(ids);
      expect(ended.map(({ reason, crashes }) => [reason, crashes])).toEqual(
        ids.map(() => ["pull_request_opened", 0]),
      );
      await assertEndedOnce(scene, ids, { repeated: "none" });
      const samples = parseOpenMetrics(
        await (await fetch(metrics, { headers: { accept: "application/openmetrics-text" } })).text(),
      );
      const sum = (name: string) =>
        samples.filter((sample) => sample.name === name).reduce((total, { value }) => total + value, 0);
      expect(sum("copydesk_jobs_ended_total")).toBe(jobsEach);
      expect(sum("copydesk_jobs_given_back_total")).toBe(0);
      // Where an operator sees it: git waits for the disk at each file that gets its name.
      const gitSeconds = samples.filter(({ name }) => name === "copydesk_git_duration_seconds_sum");
      expect(Math.max(...gitSeconds.map(({ value }) => value))).toBeGreaterThan(diskMs / 1_000);
    },
    timeLimitMs,
  );

  test(
    "under a worker that is killed: its jobs end at the other one, once each",
    async () => {
      await startWorker("killed", slowDiskPrefix(diskMs));
      await startWorker("other");
      const ids = await startJobs("killed");
      jobs.answerAll();
      await workers.shift()!.end("SIGKILL");
      const ended = await scene.untilEnded(ids);
      expect(ended.map(({ reason }) => reason)).toEqual(ids.map(() => "pull_request_opened"));
      // A call whose answer was on its way to the worker that died is made again.
      await assertEndedOnce(scene, ids, { repeated: "any" });
    },
    timeLimitMs,
  );

  test("is told of by doctor", async () => {
    const [program, ...options] = slowDiskPrefix(diskMs);
    const doctor = [...options, process.execPath, main, "doctor", "--json"];
    const { stdout } = await run(program, doctor, { env: { ...bareEnvironment(), ...scene.environment } });
    const { checks } = JSON.parse(stdout) as { checks: { name: string }[] };
    expect(checks.find(({ name }) => name === "disk speed")).toMatchObject({
      ok: false,
      needed: false,
      found: expect.stringMatching(/in ([3-9]\d\d|\d{4,}) ms$/),
    });
  });
});
