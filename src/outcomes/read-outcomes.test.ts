import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestProject, type TestServer } from "../../test/helpers/test-server.ts";
import { deleteJob } from "../jobs/delete-job.ts";
import type { Principal } from "../people/permissions.ts";
import { readOutcomes } from "./read-outcomes.ts";
import { toCell, writeOutcomesCsv } from "./write-outcomes-csv.ts";

let server: TestServer;
let project: TestProject;
let principal: Principal;
let made = 0;

const query = async (text: string, values: unknown[] = []) =>
  (await server.store.database.pool.query(text, values)).rows;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.newProject();
  const [{ organisation_id: organisationId }] = await query(
    "select organisation_id from projects where id = $1",
    [project.id],
  );
  principal = {
    ...{
      kind: "user",
      id: "usr_1",
      name: "Ada",
      email: "ada@example.com",
      sessionId: "s",
      expiresAt: new Date(8e15),
    },
    memberships: [{ organisationId, role: "viewer" }],
  };
});

afterAll(() => server.close());

interface Made {
  at: string;
  state?: "open" | "merged" | "closed";
  hours?: number;
  turn?: number;
  cost?: number | null;
  fixed?: number;
  author?: object;
}

async function newJob({
  at,
  state,
  hours = 0,
  turn = 1,
  cost = null,
  fixed = 0,
  author,
}: Made): Promise<string> {
  made += 1;
  const id = `job_${String(made).padStart(22, "0")}`;
  await query(
    `insert into jobs (id, project_id, status, reason, prompt, model, repository, branch, created_at, created_by, turn, usage, checks, pull_request,
       pull_request_opened_at, pull_request_ended_at)
     values ($1, $2, 'completed', 'no_changes', 'x', 'm/m', '/docs', 'b', $3, $4, $5, $6, $7, $8, $3::timestamptz, $3::timestamptz + make_interval(hours => $9))`,
    [
      ...[id, project.id, at, author ?? { kind: "service" }, turn],
      ...[
        { steps: 1, inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, costUsd: cost },
        { new: 0, fixed, preexisting: 0 },
      ],
      ...[state === undefined ? null : { url: "u", number: made, state, branch: "b" }, hours],
    ],
  );
  return id;
}

test("the figures are those of the jobs of each month and author, and deleting a job changes none", async () => {
  const ada = { kind: "user", id: "usr_1", name: "Ada" };
  await newJob({
    at: "2026-03-31T23:59:59.999Z",
    state: "merged",
    hours: 2,
    cost: 0.5,
    fixed: 3,
    author: ada,
  });
  const merged = await newJob({
    at: "2026-03-01T00:00:00Z",
    state: "merged",
    hours: 5,
    turn: 3,
    cost: 0.25,
    author: ada,
  });
  await newJob({
    at: "2026-03-10T00:00:00Z",
    state: "closed",
    turn: 2,
    fixed: 9,
    author: { ...ada, name: "Ada L." },
  });
  await newJob({ at: "2026-03-11T00:00:00Z" });
  await newJob({ at: "2026-04-01T00:00:00Z", state: "open" });
  await newJob({ at: "2026-02-28T23:59:59.999Z", state: "merged", hours: 90 });
  const input = { from: "2026-03", to: "2026-05" };
  const march = {
    ...{
      month: "2026-03",
      jobs: 4,
      withPullRequest: 3,
      merged: 2,
      closed: 1,
      open: 0,
      medianHoursToMerge: 3.5,
    },
    ...{ reworkTurns: 3, costUsd: 0.75, costPerMerged: 0.375, findingsFixed: 3 },
  };
  const none = { withPullRequest: 0, merged: 0, closed: 0, open: 0, medianHoursToMerge: null };
  const nothing = { ...none, reworkTurns: 0, costUsd: null, costPerMerged: null, findingsFixed: 0 };
  const found = await readOutcomes(server.store, principal, input);
  expect(found).toEqual({
    months: [
      march,
      { ...nothing, month: "2026-04", jobs: 1, withPullRequest: 1, open: 1 },
      { ...nothing, month: "2026-05", jobs: 0 },
    ],
    authors: [
      { ...march, month: undefined, jobs: 3, author: ada },
      { ...nothing, jobs: 2, withPullRequest: 1, open: 1, author: { kind: "service" } },
    ],
  });
  await deleteJob(server.store, {
    ...{ projectId: project.id, jobId: merged },
    actor: { author: { kind: "service" }, from: null },
  });
  expect(await readOutcomes(server.store, principal, input)).toEqual(found);
});

test("when a pull request is opened and ends is recorded with the change of its state", async () => {
  const own = await server.newProject();
  const { id } = (await (await own.create({ prompt: "x" })).json()) as { id: string };
  const set = (number: number, state: string) =>
    query(
      "update jobs set pull_request = $2 where id = $1 returning pull_request_opened_at as opened, pull_request_ended_at as ended",
      [id, { url: "u", number, state, branch: "b" }],
    );
  const [open] = await set(1, "open");
  expect(open).toEqual({ opened: expect.any(Date), ended: null });
  const [merged] = await set(1, "merged");
  expect(merged).toEqual({ opened: open.opened, ended: expect.any(Date) });
  expect(merged.ended.getTime()).toBeGreaterThanOrEqual(open.opened.getTime());
  expect(await set(1, "merged")).toEqual([merged]);
  const [next] = await set(2, "open");
  expect(next.ended).toBeNull();
  expect(next.opened.getTime()).toBeGreaterThanOrEqual(merged.ended.getTime());
});

test("other organisations see nothing of it, and a project of another one is not found", async () => {
  const stranger: Principal = {
    ...principal,
    memberships: [{ organisationId: "org_other", role: "owner" }],
  } as Principal;
  const { months, authors } = await readOutcomes(server.store, stranger, { from: "2026-03", to: "2026-03" });
  expect([months[0]!.jobs, authors]).toEqual([0, []]);
  const asked = readOutcomes(server.store, stranger, { projectId: project.id });
  await expect(asked).rejects.toMatchObject({ code: "project_not_found" });
});

test.each([
  [{ from: "2026-13" }, "from"],
  [{ to: "2026" }, "to"],
  [{ from: "2026-05", to: "2026-04" }, "from"],
  [{ from: "2020-01", to: "2026-01" }, "from"],
  [{ projectId: "x" }, "projectId"],
])("%j is refused at %s", async (input, path) => {
  await expect(readOutcomes(server.store, principal, input)).rejects.toMatchObject({
    code: "invalid_request",
    details: { errors: [{ path }] },
  });
});

test.each([
  ["=1+1", "'=1+1"],
  ["+x", "'+x"],
  ["-x", "'-x"],
  ["@x", "'@x"],
  ["\tx", "'\tx"],
  ['say "hi", you', '"say ""hi"", you"'],
  ["=a,b", '"\'=a,b"'],
  ["two\nlines", '"two\nlines"'],
  ["a=b", "a=b"],
  [-1.5, "-1.5"],
  [null, ""],
])("the cell %j is written as %j", (value, text) => {
  expect(toCell(value)).toBe(text);
});

test("the table has a line for each month and each author", () => {
  const figures = { jobs: 1, withPullRequest: 1, merged: 1, closed: 0, open: 0, medianHoursToMerge: 2.5 };
  const row = { ...figures, reworkTurns: 0, costUsd: null, costPerMerged: null, findingsFixed: 4 };
  const author = { kind: "code_host", host: "github", name: "=cmd()" };
  expect(writeOutcomesCsv({ months: [{ month: "2026-03", ...row }], authors: [{ author, ...row }] })).toBe(
    [
      "by,month,authorKind,authorId,authorName,jobs,withPullRequest,merged,closed,open,medianHoursToMerge,reworkTurns,costUsd,costPerMerged,findingsFixed",
      "month,2026-03,,,,1,1,1,0,0,2.5,0,,,4",
      "author,,code_host,,'=cmd(),1,1,1,0,0,2.5,0,,,4",
      "",
    ].join("\r\n"),
  );
});
