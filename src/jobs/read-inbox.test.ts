import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestProject, type TestServer } from "../../test/helpers/test-server.ts";
import type { Principal } from "../people/permissions.ts";
import { findOverlaps } from "./find-overlaps.ts";
import { listAllJobs } from "./list-all-jobs.ts";
import { readInbox } from "./read-inbox.ts";

let server: TestServer;
let first: TestProject;
let second: TestProject;
let principal: Principal;

const query = async (text: string, values: unknown[] = []) =>
  (await server.store.database.pool.query(text, values)).rows;

beforeAll(async () => {
  server = await startTestServer();
  first = await server.newProject();
  second = await server.newProject();
  const [{ organisation_id: organisationId }] = await query(
    "select organisation_id from projects where id = $1",
    [first.id],
  );
  principal = {
    ...{ kind: "management_key", id: "k", name: "reports", organisationId },
    permissions: ["jobs:read"],
  };
});

afterAll(() => server.close());

let number = 0;

async function newJob(owner: TestProject, columns: Record<string, unknown>): Promise<string> {
  const { id } = (await (await owner.create({ prompt: "x" })).json()) as { id: string };
  const names = Object.keys(columns);
  if (names.length > 0)
    await query(`update jobs set ${names.map((name, n) => `${name} = $${n + 2}`).join(", ")} where id = $1`, [
      id,
      ...Object.values(columns),
    ]);
  return id;
}

function withChange(paths: string[], lines: number, state = "open"): Record<string, unknown> {
  number += 1;
  return {
    ...{ status: "completed", reason: "pull_request_opened", title: `Change ${number}` },
    pull_request: { url: `https://x/${number}`, number, state, branch: "b" },
    changed: { files: paths.length, lines, paths },
  };
}

test("the inbox lists what waits, of all projects: pull requests and previews, shortest change first, without cancelled and archived jobs", async () => {
  const long = await newJob(first, withChange(["a.md", "b.md"], 80));
  const short = await newJob(second, withChange(["c.md"], 2));
  const preview = await newJob(first, {
    ...withChange(["p.md"], 9),
    ...{ reason: "preview_ready", pull_request: null },
  });
  await newJob(first, withChange(["d.md"], 1, "merged"));
  await newJob(first, { ...withChange(["e.md"], 1), status: "archived" });
  await newJob(first, { status: "failed", reason: "cancelled" });
  const failed = await newJob(first, { status: "failed", reason: "checks_failed" });
  const queued = await newJob(second, {});
  const inbox = await readInbox(server.store, principal);
  expect(inbox.review).toMatchObject([
    { id: short, projectId: second.id, projectName: "docs", changedLines: 2, changedFiles: 1 },
    { id: preview, reason: "preview_ready", pullRequest: null, changedLines: 9 },
    { id: long, projectId: first.id, changedLines: 80, changedFiles: 2 },
  ]);
  expect(inbox.failed).toMatchObject([{ id: failed, changedLines: null }]);
  expect(inbox.running).toMatchObject([{ id: queued, changedFiles: null }]);
  expect(inbox.limits).toEqual([
    { projectId: first.id, projectName: "docs", limit: 100, used: 6, nextFreeAt: expect.any(String) },
    { projectId: second.id, projectName: "docs", limit: 100, used: 2, nextFreeAt: expect.any(String) },
  ]);
});

test("the list of all projects has filters and pages like a project's own, and can be limited to one project", async () => {
  const all: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await listAllJobs(server.store, principal, { limit: 2, cursor });
    all.push(...page.data.map(({ id }) => id));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  const stored = await query("select id from jobs order by created_at desc, id desc");
  expect(all).toEqual(stored.map(({ id }) => id));
  const open = await listAllJobs(server.store, principal, { pullRequest: "open", projectId: second.id });
  expect(open.data.map(({ projectId, title }) => [projectId, title])).toEqual([[second.id, "Change 2"]]);
});

test("a member of another organisation sees nothing", async () => {
  const stranger: Principal = { ...principal, organisationId: "org_other" } as Principal;
  expect(await readInbox(server.store, stranger)).toEqual({
    review: [],
    failed: [],
    running: [],
    more: { review: false, failed: false, running: false },
    limits: [],
  });
  expect(await listAllJobs(server.store, stranger, {})).toEqual({ data: [], nextCursor: null });
  const asked = listAllJobs(server.store, stranger, { projectId: first.id });
  await expect(asked).rejects.toMatchObject({ code: "project_not_found" });
});

test.each([
  [{ prompt: "Shorten @docs/guide/index.mdx, please." }, true],
  [{ prompt: "Shorten docs/guide." }, true],
  [{ prompt: "Rewrite /guide and more" }, true],
  [{ prompt: "Fix `Docs/Guide/index.MDX`!" }, true],
  [{ prompt: "Write a guide" }, false],
  [{ prompt: "Fix docs/guides.mdx" }, false],
  [{ paths: ["docs/**/*.mdx"] }, true],
  [{ paths: ["blog/**"], prompt: "Fix it" }, false],
  [{}, false],
])("%j touches the open change of docs/guide/index.mdx: %s", async (input, touches) => {
  const own = await server.newProject();
  const id = await newJob(own, withChange(["docs/guide/index.mdx", "other.md"], 3));
  await newJob(own, withChange(["docs/guide/index.mdx"], 3, "merged"));
  const { data } = await findOverlaps(server.store, own.id, input);
  const found = {
    jobId: id,
    title: expect.any(String),
    prLink: expect.any(String),
    paths: ["docs/guide/index.mdx"],
  };
  expect(data).toEqual(touches ? [found] : []);
});

test("the inbox lists 50 of each kind and says of which there are more", async () => {
  const [{ id: organisationId }] = await query(
    "insert into organisations (id, name) values ('org_many', 'Many') returning id",
  );
  const own = await server.newProject();
  await query("update projects set organisation_id = $2 where id = $1", [own.id, organisationId]);
  const add = (count: number, status: string, reason: string) =>
    query(
      `insert into jobs (id, project_id, status, reason, prompt, repository, branch, model, event_seq, turn_seq)
       select 'job_many' || left(md5($3 || n::text), 18), $1, $2, $3, 'x', 'r', 'copydesk/' || $3 || n, 'copydesk/chores', 0, 0
       from generate_series(1, $4::integer) as n`,
      [own.id, status, reason, count],
    );
  await add(51, "completed", "preview_ready");
  await add(50, "failed", "checks_failed");
  const inbox = await readInbox(server.store, { ...principal, organisationId } as Principal);
  expect([inbox.review.length, inbox.failed.length, inbox.running.length]).toEqual([50, 50, 0]);
  expect(inbox.more).toEqual({ review: true, failed: false, running: false });
});
