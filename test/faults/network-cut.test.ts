import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { type FaultScene, makeFaultScene, stepsOfJob } from "../helpers/fault-scene.ts";
import { type Machine, makeNetwork, type Network, whyNoNetwork } from "../helpers/network-namespaces.ts";
import { skipUnless } from "../helpers/skip-unless.ts";

// Workers on machines of their own (network namespaces with a cable each), cut off in the middle of jobs.

const timeLimitMs = 600_000;
const jobsEach = 3;
const whyNot = await whyNoNetwork();

let scene: FaultScene;
let network: Network;
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
  const store = new URL(scene.environment.DATABASE_URL!);
  const [host, port] = [decodeURIComponent(store.hostname), Number(store.port || 5432)];
  network = await makeNetwork({
    machines: 2,
    services: [
      host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
      { host: "127.0.0.1", port: Number(new URL(scene.model.baseUrl).port) },
    ],
  });
});

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.end("SIGKILL")));
});

afterAll(async () => {
  await network?.close();
  await scene?.remove();
});

async function startWorker(at: number): Promise<CopydeskProcess> {
  const { prefix, servicesAt } = network.machines[at]!;
  const [storePort, modelPort] = network.ports as [number, number];
  const store = new URL(scene.environment.DATABASE_URL!);
  const model = new URL(scene.model.baseUrl);
  const data = join(scene.environment.COPYDESK_DATA!, `machine-${at}`);
  await mkdir(data, { recursive: true });
  const credentials = `${store.username}${store.password && `:${store.password}`}`;
  const worker = await startCopydesk({
    role: "worker",
    prefix,
    environment: {
      ...scene.environment,
      DATABASE_URL: `postgres://${credentials}@${servicesAt}:${storePort}${store.pathname}`,
      OPENAI_BASE_URL: `http://${servicesAt}:${modelPort}${model.pathname}`,
      COPYDESK_ALLOW_PLAIN_HTTP: "yes",
      COPYDESK_DATA: data,
      COPYDESK_CONCURRENCY: String(jobsEach),
    },
  });
  workers.push(worker);
  return worker;
}

/** Jobs of which each worker has its share, all waiting for the answer to their second call. */
async function startJobs(word: string): Promise<string[]> {
  held = Promise.withResolvers();
  waiting = 0;
  await startWorker(0);
  await startWorker(1);
  const ids = await scene.createJobs(Array.from({ length: 2 * jobsEach }, (_, n) => `${word}-${n}`));
  await expect.poll(() => waiting, { timeout: timeLimitMs }).toBe(2 * jobsEach);
  return ids;
}

function answerAll(): void {
  held?.resolve();
  held = null;
}

const cuts: [string, (machine: Machine) => Promise<void>][] = [
  ["loses its network", (machine) => machine.cut()],
  ["is heard but hears nothing", (machine) => machine.cutAnswers()],
  [
    "loses its network while the store's machine starts anew",
    async (machine) => {
      await machine.cut();
      await network.restartServices();
    },
  ],
];

describe("a worker's machine", skipUnless(whyNot === null, whyNot ?? ""), () => {
  test.each(cuts)(
    "that %s: its jobs end elsewhere, once each, and it works on when the network is back",
    async (title, cutOff) => {
      const ids = await startJobs(title.replaceAll(/\W+/g, "-"));
      const machine = network.machines[0]!;
      await cutOff(machine);
      answerAll();
      const ended = await scene.untilEnded(ids);
      expect(ended.map(({ reason }) => reason)).toEqual(ids.map(() => "pull_request_opened"));
      await machine.mend();
      await workers.pop()!.end();
      const later = await scene.createJobs(["later"]);
      expect((await scene.untilEnded(later)).map(({ reason }) => reason)).toEqual(["pull_request_opened"]);
      await assertOnce([...ids, ...later]);
    },
    timeLimitMs,
  );
});

/**
 * One pull request and one branch for each job; each answer stored once, and asked for twice at most, where
 * it was on its way.
 */
async function assertOnce(ids: readonly string[]): Promise<void> {
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
  expect(asked.filter(([, count]) => count > 2)).toEqual([]);
  expect(asked.filter(([name, count]) => count > 1 && !name.endsWith("-2"))).toEqual([]);
}
