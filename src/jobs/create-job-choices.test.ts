import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestProject, type TestServer } from "../../test/helpers/test-server.ts";
import type { JobRecord } from "./record.ts";

let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.newProject();
});

afterAll(() => server.close());

async function create(body: object, owner = project, headers: Record<string, string> = {}) {
  const answer = await owner.create({ prompt: "x", ...body }, headers);
  return { status: answer.status, body: (await answer.json()) as JobRecord & { code?: string } };
}

test("a record shows the create request's choices, in the response and later", async () => {
  const chosen = {
    labels: ["docs", "docs", "typo"],
    reviewers: ["ada", "team:docs"],
    branch: "docs/one",
    title: "One",
  };
  const { status, body } = await create(chosen);
  const shown = { labels: ["docs", "typo"], reviewers: ["ada", "team:docs"], title: "One" };
  expect([status, body]).toMatchObject([201, { ...shown, source: { ref: "docs/one" } }]);
  expect(await (await project.get(`/${body.id}`)).json()).toMatchObject({
    ...shown,
    source: { ref: "docs/one" },
  });
  const events = (await (await project.get(`/${body.id}/events`)).json()) as { data: { data: object }[] };
  expect(events.data[0]!.data).toMatchObject({ ...shown, branch: "docs/one" });
});

test("without choices the record has none, and neither has its first event", async () => {
  const { body } = await create({});
  expect(body).toMatchObject({
    labels: [],
    reviewers: [],
    title: null,
    source: { ref: `copydesk/${body.id}` },
  });
  const events = (await (await project.get(`/${body.id}/events`)).json()) as { data: { data: object }[] };
  expect(Object.keys(events.data[0]!.data)).not.toContain("labels");
});

test("the base branch and the branches of the project's jobs are taken, whatever became of the jobs", async () => {
  const own = await server.newProject();
  const taken = { status: 409, body: { code: "branch_taken" } };
  expect(await create({ ref: "v2", branch: "v2" }, own)).toMatchObject(taken);
  await server.store.database.pool.query("update projects set ref = 'trunk' where id = $1", [own.id]);
  expect(await create({ branch: "trunk" }, own)).toMatchObject(taken);
  const { body } = await create({ branch: "docs/two" }, own);
  expect(await create({ branch: "docs/two" }, own)).toMatchObject(taken);
  await server.store.database.pool.query(
    "update jobs set status = 'failed', reason = 'cancelled' where id = $1",
    [body.id],
  );
  expect(await create({ branch: "docs/two" }, own)).toMatchObject(taken);
  expect((await create({ branch: "docs/two" })).status).toBe(201);
});

test("the default branch is taken once a job has begun there, and a replay is still the first response", async () => {
  const own = await server.newProject();
  const headers = { "idempotency-key": "before" };
  const before = await create({ branch: "next" }, own, headers);
  expect(before.status).toBe(201);
  for (const base of ["trunk", "next"]) {
    const { body } = await create({}, own);
    await server.store.database.pool.query(
      "update jobs set base_ref = $2, base_commit = 'c0ffee' where id = $1",
      [body.id, base],
    );
  }
  const taken = { status: 409, body: { code: "branch_taken" } };
  expect(await create({ branch: "trunk" }, own)).toMatchObject(taken);
  expect(await create({ branch: "trunk", topic: "a topic" }, own)).toMatchObject(taken);
  expect(await create({ branch: "next" }, own, headers)).toEqual(before);
  expect((await create({ branch: "trunks" }, own)).status).toBe(201);
});

test("of many creates of one branch at once one is accepted; refused ones use nothing, and a replay is the first response", async () => {
  const own = await server.newProject();
  const headers = { "idempotency-key": "once" };
  const first = await create({ branch: "docs/first" }, own, headers);
  const all = await Promise.all(Array.from({ length: 12 }, () => create({ branch: "docs/many" }, own)));
  expect(all.map(({ status }) => status).toSorted()).toEqual([201, ...Array(11).fill(409)]);
  expect(await create({ branch: "docs/first" }, own, headers)).toEqual(first);
  const last = await own.create({ prompt: "x" });
  expect(last.headers.get("ratelimit")).toContain('"create";r=97');
});

test.each(["copydesk/job_1", "-x", "a..b", "x.lock"])("a branch named %s is refused", async (branch) => {
  expect(await create({ branch })).toMatchObject({ status: 400, body: { code: "invalid_ref" } });
});
