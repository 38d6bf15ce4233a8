import { afterAll, beforeAll, expect, test } from "vitest";
import { onlyInTestAll } from "../helpers/skip-unless.ts";
import { startApiProcess } from "../helpers/start-api-process.ts";
import {
  projectAt,
  startTestServer,
  type TestProject,
  type TestServer,
  tally,
} from "../helpers/test-server.ts";

const full = process.env.COPYDESK_FULL_FAULTS === "1";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

/** Moves the project's past: what was used now was used `seconds` ago. */
async function letTimePass(project: TestProject, seconds: number): Promise<void> {
  await server.store.database.pool.query(
    "update rate_uses set used_at = used_at - make_interval(secs => $2) where project_id = $1",
    [project.id, seconds],
  );
}

async function countJobs(project: TestProject): Promise<number> {
  const { rows } = await server.store.database.pool.query(
    "select count(*)::integer as count from jobs where project_id = $1",
    [project.id],
  );
  return rows[0].count;
}

async function createMany(project: TestProject, count: number): Promise<Response[]> {
  return Promise.all(Array.from({ length: count }, () => project.create({ prompt: "x" })));
}

const statuses = (answers: Response[]) => tally(answers.map((answer) => answer.status));

test(
  "640 concurrent creates from 8 processes: 100 are accepted, 540 refused, 100 rows are there",
  onlyInTestAll("thousands of requests at once"),
  async () => {
    const processes = await Promise.all(
      Array.from({ length: 8 }, () => startApiProcess(server.store.connection)),
    );
    try {
      for (let run = 0; run < (full ? 3 : 1); run += 1) {
        const project = await server.newProject();
        const clients = processes.map(({ url }) => projectAt(url, project.id, project.key));
        const answers = (await Promise.all(clients.map((client) => createMany(client, 80)))).flat();
        expect(statuses(answers)).toEqual({ 201: 100, 429: 540 });
        expect(await countJobs(project)).toBe(100);
      }
    } finally {
      await Promise.all(processes.map((process) => process.kill()));
    }
  },
);

test("an adversary who sends bursts over 6 simulated hours never gets more than 100 into any 60 minutes", async () => {
  const project = await server.newProject();
  const accepted: number[] = [];
  let nowSeconds = 0;
  for (const pauseSeconds of [0, 3_599, 1, 1_800, 1_799, 1, 900, 2_700, 3_599, 1, 600, 3_000, 3_600]) {
    nowSeconds += pauseSeconds;
    await letTimePass(project, pauseSeconds);
    const answers = await createMany(project, 110);
    accepted.push(...answers.filter(({ status }) => status === 201).map(() => nowSeconds));
  }
  const busiest = Math.max(
    ...accepted.map((start) => accepted.filter((at) => at >= start && at < start + 3_600 - 1).length),
  );
  expect(nowSeconds).toBeGreaterThan(6 * 3_600 - 3);
  expect(busiest).toBe(100);
  expect(accepted.length).toBeGreaterThanOrEqual(600);
});

test("waiting exactly Retry-After admits one; a minute less admits none", async () => {
  const project = await server.newProject();
  await project.create({ prompt: "x" });
  await letTimePass(project, 100);
  await createMany(project, 99);
  const refused = await project.create({ prompt: "x" });
  expect(refused.status).toBe(429);
  const seconds = Number(refused.headers.get("retry-after"));
  expect(refused.headers.get("ratelimit")).toBe(`"create";r=0;t=${seconds}`);
  await letTimePass(project, seconds - 60);
  expect((await project.create({ prompt: "x" })).status).toBe(429);
  await letTimePass(project, 60);
  expect(statuses(await createMany(project, 5))).toEqual({ 201: 1, 429: 4 });
});

test(
  "99 valid, 500 invalid, 50 replays and 1 valid: every valid one is accepted",
  onlyInTestAll("thousands of requests at once"),
  async () => {
    const project = await server.newProject();
    const key = { "idempotency-key": "replayed" };
    const first = await project.create({ prompt: "first" }, key);
    const invalidKinds = [
      () => project.create({ prompt: "" }),
      () => project.create("{"),
      () => project.create({ prompt: "x", unknown: 1 }),
      () => project.create({ prompt: "other" }, key),
      () => project.create({ prompt: "x" }, { authorization: "Bearer cpd_no" }),
    ];
    const invalid = Array.from({ length: 500 }, (_, index) => invalidKinds[index % invalidKinds.length]!());
    const replays = Array.from({ length: 50 }, () => project.create({ prompt: "first" }, key));
    const [valid, refused, replayed] = await Promise.all([
      createMany(project, 98),
      Promise.all(invalid),
      Promise.all(replays),
    ]);
    expect(statuses([first, ...valid])).toEqual({ 201: 99 });
    expect(refused.filter(({ status }) => status < 400)).toEqual([]);
    expect(tally(replayed.map((answer) => answer.headers.get("idempotent-replayed")))).toEqual({ true: 50 });
    const last = await project.create({ prompt: "x" });
    expect([last.status, last.headers.get("ratelimit")?.replace(/t=\d+/, "t=")]).toEqual([
      201,
      '"create";r=0;t=',
    ]);
    expect((await project.create({ prompt: "x" })).status).toBe(429);
  },
);

test("what is left goes down by one with each create, from 99 to 0", async () => {
  const project = await server.newProject();
  const left: (string | undefined)[] = [];
  for (let count = 0; count < 100; count += 1) {
    const answer = await project.create({ prompt: "x" });
    expect(answer.headers.get("ratelimit-policy")).toBe('"create";q=100;w=3600');
    left.push(/r=(\d+)/.exec(answer.headers.get("ratelimit") ?? "")?.[1]);
  }
  expect(left).toEqual(Array.from({ length: 100 }, (_, index) => String(99 - index)));
});

test("another project is not touched by one that is at its limit", async () => {
  const [busy, other] = [await server.newProject(), await server.newProject()];
  await createMany(busy, 100);
  const [atLimit, free] = await Promise.all([createMany(busy, 10), createMany(other, 10)]);
  expect([statuses(atLimit), statuses(free)]).toEqual([{ 429: 10 }, { 201: 10 }]);
});
