import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "../../sdk/src/create-client.ts";
import type { AnyJobEvent } from "../../sdk/src/stream-events.ts";
import { type ApiProcess, startApiProcess } from "../helpers/start-api-process.ts";
import { createTestDatabase, type TestDatabase } from "../helpers/test-database.ts";
import { newProject } from "../helpers/test-server.ts";
import { type FaultyProxy, startFaultyProxy } from "./faulty-proxy.ts";
import { createJobLog } from "./job-log.ts";

const clients = 50;
const eventsBefore = 60;
const eventsAfter = 60;

let store: TestDatabase;
let nodes: ApiProcess[];
let balancer: FaultyProxy;
let target: string;

beforeAll(async () => {
  store = await createTestDatabase();
  nodes = await Promise.all([startApiProcess(store.connection), startApiProcess(store.connection)]);
  balancer = await startFaultyProxy(() => target);
  target = nodes[0]!.url;
});

afterAll(async () => {
  await balancer.close();
  await Promise.all(nodes.map((node) => node.kill()));
  await store.drop();
});

test(`${clients} clients that follow a job whose node is killed each get every event once, in order`, async () => {
  const { id: projectId, key: apiKey } = await newProject(store, nodes[0]!.url);
  const log = createJobLog(store);
  const { jobs } = createClient({ url: balancer.url, projectId, apiKey });
  const { id } = await jobs.create({ prompt: "x" });

  const seen: AnyJobEvent[][] = Array.from({ length: clients }, () => []);
  const following = seen.map(async (events) => {
    for await (const event of jobs.stream(id)) events.push(event);
  });
  await expect.poll(() => seen.every(({ length }) => length > 0)).toBe(true);
  for (let n = 0; n < eventsBefore; n += 1) {
    await log.add(id, "noted", { n, text: "日本語" });
    await sleep(20);
  }
  await nodes[0]!.kill();
  target = nodes[1]!.url;
  for (let n = 0; n < eventsAfter; n += 1) {
    await log.add(id, "noted", { n, text: "日本語" });
    await sleep(20);
  }
  await log.end(id);
  await Promise.all(following);

  const whole = Array.from({ length: eventsBefore + eventsAfter + 2 }, (_, n) => n + 1);
  for (const events of seen) expect(events.map(({ seq }) => seq)).toEqual(whole);
  const streams = balancer.requests.filter(({ headers }) => headers.accept === "text/event-stream");
  expect(streams.length).toBeGreaterThanOrEqual(clients * 2);
});
