import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey } from "../../src/api-keys/create-api-key.ts";
import { revokeApiKey } from "../../src/api-keys/revoke-api-key.ts";
import { percentile } from "../helpers/percentile.ts";
import { onlyInTestFaults } from "../helpers/skip-unless.ts";
import { startSlowRequest } from "../helpers/slow-client.ts";
import { type ApiProcess, startApiProcess } from "../helpers/start-api-process.ts";
import { createTestDatabase, type TestDatabase } from "../helpers/test-database.ts";
import { newProject, projectAt, type TestProject, tally } from "../helpers/test-server.ts";
import { badBodies } from "./bad-bodies.ts";

// The rows about the API once more, over four processes that share nothing but the database; each prints its
// figure.

const full = process.env.COPYDESK_FULL_FAULTS === "1";
const processCount = 4;
const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

let store: TestDatabase;
let processes: ApiProcess[];

beforeAll(async () => {
  store = await createTestDatabase();
  processes = await Promise.all(
    Array.from({ length: processCount }, () => startApiProcess(store.connection)),
  );
});

afterAll(async () => {
  await Promise.all((processes ?? []).map((process) => process.kill()));
  await store?.drop();
});

/** A project, and a client of it at each process. */
async function makeClients(): Promise<{ project: TestProject; clients: TestProject[] }> {
  const project = await newProject(store, processes[0]!.url);
  return { project, clients: processes.map(({ url }) => projectAt(url, project.id, project.key)) };
}

/** Each of so many requests to the next process, all at once. */
function spread<T>(clients: TestProject[], count: number, send: (client: TestProject, n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => send(clients[n % clients.length]!, n));
}

async function countJobs({ id }: TestProject): Promise<number> {
  const { rows } = await store.database.pool.query(
    "select count(*)::integer as n from jobs where project_id = $1",
    [id],
  );
  return rows[0].n;
}

const statuses = (answers: Response[]) => tally(answers.map(({ status }) => status));

test("keys: changed characters, other projects, and a revocation that every process notices", async () => {
  const { project, clients } = await makeClients();
  const { id: otherId } = await newProject(store, processes[0]!.url);
  const changed = [...project.key].flatMap((own, place) =>
    [...base62]
      .filter((character) => character !== own)
      .slice(0, full ? undefined : 2)
      .map((character) => project.key.slice(0, place) + character + project.key.slice(place + 1)),
  );
  const refused: Response[] = [];
  for (let from = 0; from < changed.length; from += 200) {
    const some = changed.slice(from, from + 200);
    const sent = spread(clients, some.length, (client, n) =>
      client.get("s", { authorization: `Bearer ${some[n]}` }),
    );
    refused.push(...(await Promise.all(sent)));
  }
  expect(statuses(refused)).toEqual({ 401: changed.length });
  for (const { url } of processes) {
    const answers = [otherId, "prj_doesNotExist0000000000"].map((id) =>
      projectAt(url, id, project.key).get("s"),
    );
    const codes = (await Promise.all(answers)).map(async (answer) => {
      return [answer.status, ((await answer.json()) as { code: string }).code];
    });
    expect(await Promise.all(codes)).toEqual(Array(2).fill([404, "project_not_found"]));
  }
  const lateMs = Math.max(...(await noticeRevocations(project, full ? 9 : 3)));
  console.log(
    `keys: ${changed.length} changed keys refused by ${processCount} processes; revoked on all after at most ${Math.round(lateMs)} ms`,
  );
});

/** Milliseconds after which the last process has refused a revoked key, for each of so many keys. */
async function noticeRevocations(project: TestProject, count: number): Promise<number[]> {
  const { database } = store;
  const late: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const { key, record } = await createApiKey({ database }, project.id, {});
    const clients = processes.map(({ url }) => projectAt(url, project.id, key));
    const ask = () => Promise.all(clients.map(async (client) => (await client.get("s")).status));
    expect(await ask()).toEqual(Array(processCount).fill(200));
    await revokeApiKey({ database }, project.id, record.id);
    const start = performance.now();
    await expect.poll(ask, { interval: 10 }).toEqual(Array(processCount).fill(401));
    late.push(performance.now() - start);
  }
  return late;
}

test("limit: 640 creates at once, and one more after exactly Retry-After", async () => {
  const { project, clients } = await makeClients();
  const answers = await Promise.all(spread(clients, 640, (client) => client.create({ prompt: "x" })));
  expect(statuses(answers)).toEqual({ 201: 100, 429: 540 });
  expect(await countJobs(project)).toBe(100);
  const seconds = Number((await clients[3]!.create({ prompt: "x" })).headers.get("retry-after"));
  await store.database.pool.query(
    "update rate_uses set used_at = used_at - make_interval(secs => $2) where project_id = $1",
    [project.id, seconds],
  );
  const next = await Promise.all(spread(clients, 8, (client) => client.create({ prompt: "x" })));
  expect(next.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(1);
  expect(await countJobs(project)).toBeLessThanOrEqual(200);
  console.log(`limit: 640 creates by ${processCount} processes: 100 accepted, 540 refused, 100 rows`);
});

test("uses: 99 valid, 500 invalid, 50 replays and 1 valid", async () => {
  const { clients } = await makeClients();
  const key = { "idempotency-key": "replayed" };
  const first = await clients[0]!.create({ prompt: "first" }, key);
  const bad = [{ prompt: "" }, "{", { prompt: "x", unknown: 1 }];
  const [valid, refused, replays] = await Promise.all([
    Promise.all(spread(clients, 98, (client) => client.create({ prompt: "x" }))),
    Promise.all(spread(clients, 500, (client, n) => client.create(bad[n % 3]))),
    Promise.all(spread(clients, 50, (client) => client.create({ prompt: "first" }, key))),
  ]);
  const last = await clients[1]!.create({ prompt: "x" });
  const over = await clients[2]!.create({ prompt: "x" });
  expect(statuses([first, ...valid, last])).toEqual({ 201: 100 });
  expect([statuses(refused), over.status]).toEqual([{ 400: 500 }, 429]);
  expect(tally(replays.map(({ headers }) => headers.get("idempotent-replayed")))).toEqual({ true: 50 });
  console.log(
    `uses: 99 + 1 valid accepted beside 500 invalid and 50 replays, over ${processCount} processes`,
  );
});

test("idempotency: 100 posts at once with one key, in many rounds", async () => {
  const rounds = full ? 50 : 5;
  for (let round = 0; round < rounds; round += 1) {
    const { project, clients } = await makeClients();
    const key = { "idempotency-key": `round ${round}` };
    const answers = await Promise.all(
      spread(clients, 100, (client) => client.create({ prompt: "once" }, key)),
    );
    expect(statuses(answers)).toEqual({ 201: 100 });
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
    expect(tally(answers.map(({ headers }) => headers.get("idempotent-replayed")))).toEqual({
      null: 1,
      true: 99,
    });
    expect(await countJobs(project)).toBe(1);
  }
  console.log(
    `idempotency: ${rounds} × 100 posts with one key, over ${processCount} processes: ${rounds} jobs, ${rounds * 99} replays`,
  );
});

test("bad input: every bad body at every process, and all of them stay up", async () => {
  const { project, clients } = await makeClients();
  const times: number[] = [];
  for (const [what, body, status, code] of badBodies) {
    for (const client of clients) {
      const start = performance.now();
      const answer = await client.create(body);
      times.push(performance.now() - start);
      const problem = (await answer.json()) as { code: string; requestId: string };
      expect([what, answer.status, problem.code]).toEqual([what, status, code]);
      expect(problem.requestId).toMatch(/^req_/);
    }
  }
  const up = await Promise.all(processes.map(async ({ url }) => (await fetch(`${url}/healthz`)).status));
  expect([up, await countJobs(project)]).toEqual([Array(processCount).fill(200), 0]);
  const at = (share: number) => Math.round(percentile(times, share) * 10) / 10;
  console.log(`bad input: ${times.length} refused, p50 ${at(50)} ms, p99 ${at(99)} ms, max ${at(100)} ms`);
});

test("slow clients: 200 sockets, and how long others wait meanwhile", onlyInTestFaults, async () => {
  const { project } = await makeClients();
  const target = { path: new URL(project.jobs).pathname, key: project.key };
  const idle = await timeOthers();
  const clients = Array.from({ length: 200 }, (_, index) =>
    startSlowRequest(Number(new URL(processes[index % processCount]!.url).port), target, index >> 2),
  );
  const closed = Promise.all(clients.map(({ closedAfterMs }) => closedAfterMs));
  const busy = await timeOthers();
  const lastMs = Math.max(...(await closed));
  expect(lastMs).toBeLessThan(full ? 15_000 : 150_000);
  const at = (times: number[]) => Math.round(percentile(times, 99) * 10) / 10;
  console.log(
    `slow clients: 200 sockets closed after at most ${Math.round(lastMs)} ms; p99 of others ${at(idle)} ms idle, ${at(busy)} ms beside them`,
  );
});

/** Milliseconds of 800 requests one after another. */
async function timeOthers(): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < 800; n += 1) {
    const start = performance.now();
    await (await fetch(`${processes[n % processCount]!.url}/readyz`)).text();
    times.push(performance.now() - start);
    await sleep(5);
  }
  return times;
}
