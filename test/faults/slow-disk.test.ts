import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { bareEnvironment } from "../helpers/bare-environment.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { type FaultScene, makeFaultScene, stepsOfJob } from "../helpers/fault-scene.ts";
import { freePort } from "../helpers/free-port.ts";
import { parseOpenMetrics } from "../helpers/open-metrics.ts";
import { skipUnless } from "../helpers/skip-unless.ts";
import { slowDiskPrefix, whyNoSlowDisk } from "../helpers/slow-disk.ts";

const run = promisify(execFile);
const main = join(import.meta.dirname, "../../src/main.ts");
const timeLimitMs = 600_000;
const jobsEach = 3;
const whyNot = whyNoSlowDisk();

let scene: FaultScene;
/** Model calls of the second step wait here, while a test holds them. */
let held: PromiseWithResolvers<void> | null = null;
let waiting = 0;
const workers: CopydeskProcess[] = [];

beforeAll(async () => {
  if (whyNot !== null) return;
  scene = await makeFaultScene({
    async beforeAnswer({ step }) {
      if (step !== 2 || held === null) return;
      waiting += 1;
      await held.promise;
    },
  });
});

afterEach(async () => {
  answerAll();
  await Promise.all(workers.splice(0).map((worker) => worker.end("SIGKILL")));
});

afterAll(() => scene?.remove());

function answerAll(): void {
  held?.resolve();
  held = null;
}

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

  /** Jobs of which each worker has its share, all waiting for the answer to their second call. */
  async function startJobs(word: string): Promise<string[]> {
    held = Promise.withResolvers();
    waiting = 0;
    const ids = await scene.createJobs(Array.from({ length: 2 * jobsEach }, (_, n) => `${word}-${n}`));
    while (waiting < ids.length) {
      expect(await scene.query("select id, reason, message from jobs where status = 'failed'")).toEqual([]);
      await sleep(100);
    }
    return ids;
  }

  test(
    "under one worker holds up its own jobs only: it keeps them, and they end once each",
    async () => {
      const [metrics] = [await startWorker("slow", slowDiskPrefix(diskMs)), await startWorker("quick")];
      const ids = await startJobs("held-up");
      answerAll();
      const ended = await scene.untilEnded(ids);
      expect(ended.map(({ reason, crashes }) => [reason, crashes])).toEqual(
        ids.map(() => ["pull_request_opened", 0]),
      );
      await assertOnce(ids, 1);
      const samples = parseOpenMetrics(await (await fetch(metrics)).text());
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
      answerAll();
      await workers.shift()!.end("SIGKILL");
      const ended = await scene.untilEnded(ids);
      expect(ended.map(({ reason }) => reason)).toEqual(ids.map(() => "pull_request_opened"));
      // A call whose answer was on its way to the worker that died is made again.
      await assertOnce(ids, 2);
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

/** One pull request and one branch for each job, each answer stored once. */
async function assertOnce(ids: readonly string[], callsMax: number): Promise<void> {
  const opened = await scene.query<{ n: number }>(
    "select count(*)::integer as n from pull_requests where job_id = any($1) group by job_id",
    [ids],
  );
  expect(opened.map(({ n }) => n)).toEqual(ids.map(() => 1));
  const branches = new Set(await scene.project.branches());
  expect(ids.filter((id) => !branches.has(`copydesk/${id}`))).toEqual([]);
  const answers = await scene.query<{ n: number }>(
    "select count(*)::integer as n from job_events where job_id = any($1) and kind = 'model_answer' group by job_id",
    [ids],
  );
  expect(answers.map(({ n }) => n)).toEqual(ids.map(() => stepsOfJob));
  const asked = [...scene.callCounts()].filter(([name]) => ids.some((id) => name.startsWith(id)));
  expect(asked.filter(([, count]) => count > callsMax)).toEqual([]);
}
