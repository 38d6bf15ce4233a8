import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import type { FaultScene } from "../helpers/fault-scene.ts";
import { assertEndedOnce, type HeldJobs, makeHeldJobs } from "../helpers/held-jobs.ts";
import { type Machine, makeNetwork, type Network, whyNoNetwork } from "../helpers/network-namespaces.ts";
import { skipUnless } from "../helpers/skip-unless.ts";

// Workers on machines of their own (network namespaces with a cable each), cut off in the middle of jobs.

const timeLimitMs = 600_000;
const jobsEach = 3;
const whyNot = await whyNoNetwork();

let jobs: HeldJobs;
let scene: FaultScene;
let network: Network;
const workers: CopydeskProcess[] = [];

beforeAll(async () => {
  if (whyNot !== null) return;
  jobs = await makeHeldJobs();
  scene = jobs.scene;
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

/** Jobs of which each worker has its share. */
async function startJobs(word: string): Promise<string[]> {
  await startWorker(0);
  await startWorker(1);
  return await jobs.start(Array.from({ length: 2 * jobsEach }, (_, n) => `${word}-${n}`));
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
      jobs.answerAll();
      const ended = await scene.untilEnded(ids);
      expect(ended.map(({ reason }) => reason)).toEqual(ids.map(() => "pull_request_opened"));
      await machine.mend();
      await workers.pop()!.end();
      const later = await scene.createJobs(["later"]);
      expect((await scene.untilEnded(later)).map(({ reason }) => reason)).toEqual(["pull_request_opened"]);
      await assertEndedOnce(scene, [...ids, ...later], { repeated: "held" });
    },
    timeLimitMs,
  );
});
