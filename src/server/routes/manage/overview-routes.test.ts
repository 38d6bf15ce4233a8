import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMember, makeOwner, openBrowser, type TestBrowser } from "../../../../test/helpers/people.ts";
import { startTestServer, type TestProject, type TestServer } from "../../../../test/helpers/test-server.ts";

/** What people see of all projects, over HTTP as the dashboard asks for it. */

let server: TestServer;
let first: TestProject;
let second: TestProject;
let owner: TestBrowser;
let viewer: TestBrowser;
let stranger: TestBrowser;
let merged: string;
let open: string;
let failed: string;

const query = async (text: string, values: unknown[] = []) =>
  (await server.store.database.pool.query(text, values)).rows;

beforeAll(async () => {
  server = await startTestServer({
    readPages: async (_, ref) => ({
      pages: [
        { path: "docs/webhooks.md", title: "Webhooks" },
        { path: "docs/index.md", title: null },
      ],
      ...{ generator: "mkdocs", commit: ref === "next" ? "b".repeat(40) : "a".repeat(40) },
    }),
  });
  first = await server.newProject();
  second = await server.newProject();
  owner = await makeOwner(server);
  viewer = await makeMember(server.url, owner, { role: "viewer", email: "viewer@example.com" });
  const other = await makeMember(server.url, owner, { role: "owner", email: "other@example.com" });
  await query("insert into organisations (id, name) values ('org_other', 'Other')");
  await query("update members set organisation_id = 'org_other' where user_id = $1", [other.userId]);
  stranger = other;
  merged = await newJob(first, { title: "Rename, with care", state: "merged", paths: ["a.md"] });
  open = await newJob(second, { title: "Shorten", state: "open", paths: ["docs/webhooks.md"] });
  failed = await newJob(second, {});
});

afterAll(() => server.close());

let number = 0;

async function newJob(
  project: TestProject,
  { title, state, paths = [] }: { title?: string; state?: string; paths?: string[] },
): Promise<string> {
  const { id } = (await (await project.create({ prompt: `Work on ${title}` })).json()) as { id: string };
  number += 1;
  if (state === undefined)
    await query("update jobs set status = 'failed', reason = 'checks_failed' where id = $1", [id]);
  else
    await query(
      `update jobs set status = 'completed', reason = 'pull_request_opened', title = $2, pull_request = $3, changed = $4,
         finished_at = clock_timestamp() where id = $1`,
      [
        ...[id, title, { url: `https://x/${number}`, number, state, branch: "b" }],
        { files: paths.length, lines: 3, paths },
      ],
    );
  return id;
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the operation returns.
async function read(path: string, browser = viewer, headers: Record<string, string> = {}): Promise<any> {
  const answer = await browser.fetch(`/v2/manage/${path}`, { headers });
  expect([path, answer.status]).toEqual([path, 200]);
  return await answer.json();
}

const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

describe("the jobs of all projects", () => {
  test("come newest first, in pages, each with its project", async () => {
    const page = await read("jobs?limit=2");
    expect(idsOf(page)).toEqual([failed, open]);
    expect(page.data[0]).toMatchObject({ projectId: second.id, projectName: "docs" });
    const next = await read(`jobs?limit=2&cursor=${page.nextCursor}`);
    expect([idsOf(next), next.nextCursor]).toEqual([[merged], null]);
  });

  test.each([
    ["jobs?status=failed", () => [failed]],
    ["jobs?status=failed,completed&pullRequest=merged", () => [merged]],
    ["jobs?q=shorten", () => [open]],
    ["jobs?pullRequest=open", () => [open]],
    ["jobs?createdTo=2020-01-01", () => []],
  ] as const)("%s", async (path, expected) => {
    expect(idsOf(await read(path))).toEqual(expected());
  });

  test("are those of one project if it is named, and an unknown filter is refused", async () => {
    expect(idsOf(await read(`jobs?projectId=${first.id}`))).toEqual([merged]);
    const answer = await viewer.fetch("/v2/manage/jobs?colour=red");
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      400,
      "invalid_request",
    ]);
  });
});

test("the inbox has what waits, what failed and what the limits leave", async () => {
  const inbox = await read("inbox");
  expect(inbox.review).toMatchObject([{ id: open, changedLines: 3, changedFiles: 1 }]);
  expect(inbox.failed).toMatchObject([{ id: failed }]);
  expect(inbox.running).toEqual([]);
  expect(inbox.limits).toMatchObject([
    { projectId: second.id, limit: 100, used: 2 },
    { projectId: first.id, limit: 100, used: 1 },
  ]);
});

test("outcomes are figures, or a table if CSV is requested", async () => {
  const { months, authors } = await read("outcomes");
  expect(months.at(-1)).toMatchObject({ jobs: 3, withPullRequest: 2, merged: 1, open: 1, closed: 0 });
  expect(authors).toHaveLength(2);
  expect((await read(`outcomes?projectId=${first.id}`)).months.at(-1)).toMatchObject({ jobs: 1, merged: 1 });
  const csv = await viewer.fetch("/v2/manage/outcomes", { headers: { accept: "text/csv" } });
  expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(csv.headers.get("content-disposition")).toContain("outcomes.csv");
  expect(csv.headers.get("vary")).toMatch(/\bAccept\b/);
  const [head, ...rows] = (await csv.text()).trimEnd().split("\r\n");
  expect(head).toMatch(/^by,month,authorKind,authorId,authorName,jobs,/);
  expect(rows.length).toBe(months.length + authors.length);
  expect(rows.some((row) => row.startsWith(`month,${months.at(-1).month},,,,3,2,1,`))).toBe(true);
});

test("pages are found by a part of their name or title, on the branch that is asked for", async () => {
  const path = `projects/${first.id}/pages`;
  expect(await read(`${path}?q=WEBH`)).toEqual({
    data: [{ path: "docs/webhooks.md", title: "Webhooks" }],
    ...{ total: 1, generator: "mkdocs", commit: "a".repeat(40) },
  });
  expect(await read(`${path}?limit=1&ref=next`)).toMatchObject({ total: 2, commit: "b".repeat(40) });
  const wrong = await viewer.fetch(`/v2/manage/${path}?ref=..`);
  expect(wrong.status).toBe(400);
});

test("open pull requests on the same pages are found by a prompt and by globs", async () => {
  const find = async (project: TestProject, body: object) => {
    const path = `/v2/manage/projects/${project.id}/overlaps`;
    const answer = await viewer.fetch(path, { method: "POST", body });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { data: unknown[] }).data;
  };
  const found = { jobId: open, title: "Shorten", prLink: "https://x/2", paths: ["docs/webhooks.md"] };
  expect(await find(second, { prompt: "Explain @docs/webhooks.md" })).toEqual([found]);
  expect(await find(second, { paths: ["docs/**"] })).toEqual([found]);
  expect(await find(second, { prompt: "Something else" })).toEqual([]);
  expect(await find(first, { paths: ["docs/**"] })).toEqual([]);
});

test("usage is told to viewers, the audit log to owners only", async () => {
  const usage = await read("usage?groupBy=project");
  expect(usage.data).toHaveLength(2);
  const refused = await viewer.fetch("/v2/manage/audit");
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
    403,
    "insufficient_permission",
  ]);
  const page = await read("audit?limit=1", owner);
  expect(page.data).toHaveLength(1);
  const next = await read(`audit?limit=1&cursor=${page.nextCursor}`, owner);
  expect(next.data[0].id).toBeLessThan(page.data[0].id);
});

test("nobody sees anything of another organisation, and nobody anything without signing in", async () => {
  expect(await read("jobs", stranger)).toEqual({ data: [], nextCursor: null });
  expect(await read("inbox", stranger)).toMatchObject({ review: [], failed: [], running: [], limits: [] });
  expect((await read("outcomes", stranger)).authors).toEqual([]);
  expect((await read("usage", stranger)).data).toEqual([]);
  for (const path of [`jobs?projectId=${first.id}`, `projects/${first.id}/pages`]) {
    const answer = await stranger.fetch(`/v2/manage/${path}`);
    expect([path, answer.status]).toEqual([path, 404]);
  }
  for (const path of ["jobs", "inbox", "outcomes", "usage", "audit"])
    expect([path, (await openBrowser(server.url).fetch(`/v2/manage/${path}`)).status]).toEqual([path, 401]);
});

test.each([
  "usage?from=0000-08&to=0000-08",
  "usage?to=0001-01",
  "outcomes?to=0000-03",
  "outcomes?to=1969-12",
  "audit?from=0000-01-01T00:00:00Z",
  "audit?to=0000-12-31T23:59:59Z",
])("%s, before there were any, is refused", async (path) => {
  const refused = await owner.fetch(`/v2/manage/${path}`);
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
    400,
    "invalid_request",
  ]);
});
