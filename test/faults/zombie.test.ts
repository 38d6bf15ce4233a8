import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FaultScene, guideSaying, makeFaultScene } from "../helpers/fault-scene.ts";
import { type FaultWorker, startFaultWorker } from "../helpers/fault-worker.ts";

const full = process.env.COPYDESK_FULL_FAULTS === "1";
const timeLimitMs = full ? 3_600_000 : 600_000;
const rounds = full ? 5 : 1;
const zombiesOfRound = full ? 10 : 3;
const stoppedMs = full ? 60_000 : 0;

/** Where the jobs of each zombie stand when it is stopped; each goes on from there when it wakes up. */
const fullPoints = [
  "before prepared 1",
  "after model_answer 2",
  "before committed 1",
  "after pull_request 1",
];
const points = [
  ...[
    "before model_answer 2",
    "after tool_result 2",
    "after committed 1",
    "after pushed 1",
    "before stored 1",
  ],
  ...(full ? fullPoints : []),
];

let scene: FaultScene;
let answering: Promise<void> = Promise.resolve();
const zombies: FaultWorker[] = [];

beforeAll(async () => {
  scene = await makeFaultScene({ beforeAnswer: () => answering });
});

afterAll(async () => {
  await Promise.all(zombies.map((zombie) => zombie.kill()));
  await scene.remove();
});

/** Everything that a worker which was only asleep could spoil. */
async function readAll(ids: readonly string[]): Promise<Record<string, unknown>> {
  const jobs =
    "select id, status, reason, message, patch, head_commit, pull_request, usage, event_seq, crash_count, updated_at from jobs where id = any($1) order by id";
  const events = "select job_id, seq, at, kind from job_events where job_id = any($1) order by job_id, seq";
  const pullRequests = "select * from pull_requests where branch = any($1) order by number";
  const branches = ids.map((id) => `copydesk/${id}`);
  return {
    jobs: await scene.query(jobs, [ids]),
    events: await scene.query(events, [ids]),
    pullRequests: await scene.query(pullRequests, [branches]),
    branches: await scene.project.git("for-each-ref", ...branches.map((branch) => `refs/heads/${branch}`)),
  };
}

async function fillZombies(round: number): Promise<SceneJob[]> {
  zombies.length = 0;
  const environment = { ...scene.environment, COPYDESK_CONCURRENCY: String(points.length) };
  while (zombies.length < zombiesOfRound) zombies.push(await startFaultWorker(environment));
  const count = zombiesOfRound * points.length;
  const words = Array.from({ length: count }, (_, n) => `gadget-${round}-${n}`);
  const ids = await scene.createJobs(words, (n) => `stop ${points[n % points.length]}`);
  await expect
    .poll(() => zombies.reduce((sum, { standing }) => sum + standing.size, 0), { timeout: 240_000 })
    .toBe(count);
  return ids.map((id, n) => ({ id, word: words[n]! }));
}

/** Each zombie that lives runs as many jobs as it may, while no other worker is there. */
async function expectAllToWork(round: number): Promise<void> {
  const gate = Promise.withResolvers<void>();
  answering = gate.promise;
  const count = zombiesOfRound * points.length;
  const ids = await scene.createJobs(Array.from({ length: count }, (_, n) => `gizmo-${round}-${n}`));
  const running = "select count(*)::integer as n from jobs where reason = 'running' and id = any($1)";
  await expect
    .poll(async () => (await scene.query<{ n: number }>(running, [ids]))[0]?.n, { timeout: 240_000 })
    .toBe(count);
  gate.resolve();
  const ended = await scene.untilEnded(ids);
  expect(ended.filter(({ status, crashes }) => status !== "completed" || crashes > 0)).toEqual([]);
}

interface SceneJob {
  id: string;
  word: string;
}

/** Another worker ends the jobs of all zombies, and the next turn of every second one. */
async function endMeanwhile(jobs: readonly SceneJob[]): Promise<SceneJob[]> {
  const ids = jobs.map(({ id }) => id);
  const worker = await scene.startWorker({ concurrency: 8 });
  const ended = await scene.untilEnded(ids);
  expect(ended.map(({ reason, crashes }) => `${reason} ${crashes}`)).toEqual(
    ids.map(() => "pull_request_opened 1"),
  );
  const after = jobs.map(({ id, word }, n) => ({ id, word: n % 2 === 0 ? word : `${word}-later` }));
  for (const [n, { id, word }] of after.entries()) if (n % 2 === 1) await scene.followUp(id, word);
  const reasons = (await scene.untilEnded(ids)).map(({ reason }) => reason);
  expect(reasons).toEqual(ids.map((_, n) => (n % 2 === 0 ? "pull_request_opened" : "pull_request_updated")));
  await worker.stop();
  return after;
}

describe("workers that were stopped in the middle of jobs and wake up after others have ended these", () => {
  test(
    `change nothing, open nothing and go on with new jobs: ${rounds * zombiesOfRound} of them`,
    async () => {
      let takenOver = 0;
      for (let round = 0; round < rounds; round += 1) {
        const stopped = await fillZombies(round);
        const ids = stopped.map(({ id }) => id);
        const stoppedAt = performance.now();
        for (const { child } of zombies) child.kill("SIGSTOP");
        const jobs = await endMeanwhile(stopped);
        await sleep(Math.max(0, stoppedMs - (performance.now() - stoppedAt)));
        const before = await readAll(ids);

        for (const zombie of zombies) {
          zombie.child.kill("SIGCONT");
          zombie.goOn();
        }
        await expectAllToWork(round);
        expect(await readAll(ids)).toEqual(before);
        for (const { id, word } of jobs)
          expect(await scene.project.git("show", `copydesk/${id}:guide.md`)).toBe(guideSaying(word));
        await Promise.all(zombies.map((zombie) => zombie.kill()));
        takenOver += jobs.length;
      }
      const { pullRequests, branches } = await countPublished();
      console.log(
        `zombies: ${rounds * zombiesOfRound} stopped in ${takenOver} jobs; 0 overwrites, ${pullRequests} pull requests on ${branches} branches`,
      );
      expect(pullRequests).toBe(branches);
    },
    timeLimitMs,
  );
});

async function countPublished(): Promise<{ pullRequests: number; branches: number }> {
  const [row] = await scene.query<{ n: number }>("select count(*)::integer as n from pull_requests");
  return { pullRequests: row!.n, branches: (await scene.project.branches()).length };
}
