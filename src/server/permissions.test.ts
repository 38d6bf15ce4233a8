import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMember, makeOwner, openBrowser, type TestBrowser } from "../../test/helpers/people.ts";
import { startTestServer, type TestProject, type TestServer } from "../../test/helpers/test-server.ts";
import { permissionsOfRole } from "../people/permissions.ts";
import { needsCredentials, type Operation } from "./openapi/operation.ts";
import { operations } from "./routes/openapi.ts";

/** Covers the list of all operations: a new operation needs no change here. */

let server: TestServer;
let project: TestProject;
let jobId: string;
let owner: TestBrowser;
let viewer: TestBrowser;
let shared: TestBrowser;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.newProject();
  jobId = ((await (await project.create({ prompt: "x" })).json()) as { id: string }).id;
  owner = await makeOwner(server);
  viewer = await makeMember(server.url, owner, { role: "viewer", email: "viewer@example.com" });
  shared = await share(jobId);
});
afterAll(() => server.close());

async function share(id: string): Promise<TestBrowser> {
  const made = await owner.fetch(`/v2/agent/${project.id}/job/${id}/share-links`, {
    method: "POST",
    body: {},
  });
  const { url } = (await made.json()) as { url: string };
  const browser = openBrowser(server.url);
  const token = new URL(url).pathname.split("/").at(-1);
  expect((await browser.fetch("/v2/shared", { method: "POST", body: { token } })).status).toBe(200);
  return browser;
}

const guarded = operations.filter(needsCredentials);
const byPermission = guarded.filter(({ permission }) => permission !== undefined);

function pathOf({ path, pathParameters = {} }: Operation, ids: { jobId?: string } = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === "projectId") return project.id;
    if (name === "jobId") return ids.jobId ?? jobId;
    return encodeURIComponent(String(pathParameters[name]?.example ?? "x"));
  });
}

async function call(operation: Operation, browser: TestBrowser, ids: { jobId?: string } = {}) {
  const { method, body } = operation;
  const answer = await browser.fetch(pathOf(operation, ids), {
    method: method.toUpperCase(),
    ...(method !== "get" && { body: body?.example ?? {} }),
    headers: { accept: "application/json" },
  });
  if (answer.headers.get("content-type")?.startsWith("text/event-stream")) {
    await answer.body?.cancel();
    return { status: answer.status, code: null };
  }
  const text = await answer.text();
  const isProblem = answer.headers.get("content-type")?.includes("problem+json");
  return { status: answer.status, code: isProblem ? (JSON.parse(text) as { code: string }).code : null };
}

test("there are operations of every kind to try", () => {
  expect(byPermission.filter(({ method }) => method !== "get").length).toBeGreaterThan(10);
  expect(guarded.filter(({ share }) => share).length).toBeGreaterThan(4);
});

test.each(guarded.map((operation) => [operation.id, operation] as const))(
  "%s lets nobody in without credentials",
  async (_, operation) => {
    const { status, code } = await call(operation, openBrowser(server.url));
    expect([status, code]).toEqual([401, operation.scope === null ? "not_signed_in" : "invalid_api_key"]);
  },
);

test.each(guarded.map((operation) => [operation.id, operation] as const))(
  "%s says what an Authorization header has when it is another",
  async (_, { method, path, scope }) => {
    const url = server.url + path.replace(/\{\w+\}/g, "x");
    for (const authorization of ["Basic dTpw", "cpm_secret", "Bearer"]) {
      const answer = await fetch(url, { method: method.toUpperCase(), headers: { authorization } });
      const { code, detail } = (await answer.json()) as { code: string; detail: string };
      expect([answer.status, code]).toEqual([401, "invalid_api_key"]);
      expect(detail).toContain(`Authorization: Bearer ${scope === null ? "cpm_" : "cpd_"}…`);
    }
  },
);

const notForViewers = byPermission.filter(
  ({ permission }) => !permissionsOfRole("viewer").includes(permission!),
);

test("a viewer may write nothing", () => {
  const writing = byPermission.filter(({ method }) => method !== "get");
  const allowed = writing.filter((operation) => !notForViewers.includes(operation));
  // Questions that are too long for an address.
  const questions = ["findOverlaps", "listOverlaps", "previewRepository"];
  expect(allowed.map(({ id }) => id).filter((id) => !questions.includes(id))).toEqual([]);
});

test.each(notForViewers.map((operation) => [operation.id, operation] as const))(
  "%s is refused to a viewer",
  async (_, operation) => {
    expect(await call(operation, viewer)).toEqual({ status: 403, code: "insufficient_permission" });
  },
);

test.each(
  guarded.filter(({ method }) => method !== "get").map((operation) => [operation.id, operation] as const),
)("%s is refused to a page of another site, even of an owner", async (_, operation) => {
  const answer = await owner.fetch(pathOf(operation), {
    method: operation.method.toUpperCase(),
    body: operation.body?.example ?? {},
    headers: { "sec-fetch-site": "cross-site", origin: "https://evil.example.com" },
  });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
    403,
    "cross_site_request",
  ]);
});

test.each(
  guarded
    .filter(({ callers }) => !callers?.includes("share_link"))
    .map((operation) => [operation.id, operation] as const),
)("%s answers a share link only where its own job is read", async (_, operation) => {
  const { status, code } = await call(operation, shared);
  if (operation.share) return expect([401, 403, 500]).not.toContain(status);
  expect([status, code]).toEqual([403, "insufficient_permission"]);
});

test.each(guarded.filter(({ share }) => share).map((operation) => [operation.id, operation] as const))(
  "%s shows a share link no other job",
  async (_, operation) => {
    const other = ((await (await project.create({ prompt: "y" })).json()) as { id: string }).id;
    expect(await call(operation, shared, { jobId: other })).toEqual({ status: 404, code: "job_not_found" });
  },
);

describe("the owner of another organisation", () => {
  let stranger: TestBrowser;

  beforeAll(async () => {
    const person = await makeMember(server.url, owner, { role: "owner", email: "stranger@example.com" });
    const { pool } = server.store.database;
    await pool.query("insert into organisations (id, name) values ('org_other', 'Other')");
    await pool.query("update members set organisation_id = 'org_other' where user_id = $1", [person.userId]);
    stranger = person;
  });

  test.each(
    byPermission
      .filter(({ path }) => path.includes("{projectId}"))
      .map((operation) => [operation.id, operation] as const),
  )("%s does not know the project of another organisation", async (_, operation) => {
    expect(await call(operation, stranger)).toEqual({ status: 404, code: "project_not_found" });
  });
});

async function openStream(browser: TestBrowser) {
  const answer = await browser.fetch(`/v2/agent/${project.id}/job/${jobId}/events/stream`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "text/event-stream; charset=utf-8",
  ]);
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const read = async (): Promise<boolean> => {
    const { done, value = "" } = await reader.read();
    text += value;
    return !done;
  };
  while (!text.includes("event: created")) expect(await read()).toBe(true);
  return async () => {
    while (await read());
  };
}

test("a stream ends with the session, the membership or the link that it was opened with", async () => {
  const email = "follower@example.com";
  const person = await makeMember(server.url, owner, { role: "viewer", email });
  const leaver = await makeMember(server.url, owner, { role: "viewer", email: "leaver@example.com" });
  const guest = await share(jobId);
  // Each has received its first event.
  const ends = await Promise.all([openStream(person), openStream(leaver), openStream(guest)]);
  await person.fetch("/v2/auth/sign-out", { method: "POST" });
  await owner.fetch(`/v2/manage/members/${leaver.userId}`, { method: "DELETE" });
  const links = `/v2/agent/${project.id}/job/${jobId}/share-links`;
  const { data } = (await (await owner.fetch(links)).json()) as { data: { id: string }[] };
  for (const { id } of data)
    expect((await owner.fetch(`${links}/${id}`, { method: "DELETE" })).status).toBe(204);
  await Promise.all(ends.map((end) => end()));
  expect((await guest.fetch(`/v2/agent/${project.id}/job/${jobId}`)).status).toBe(401);
});

test("a share link ends by itself", async () => {
  const guest = await share(jobId);
  expect((await guest.fetch(`/v2/agent/${project.id}/job/${jobId}`)).status).toBe(200);
  const me = (await (await guest.fetch("/v2/me")).json()) as { kind: string; jobId: string };
  expect(me).toMatchObject({ kind: "share_link", jobId, permissions: ["jobs:read"] });
  await server.store.database.pool.query("update share_links set expires_at = clock_timestamp()");
  expect((await guest.fetch(`/v2/agent/${project.id}/job/${jobId}`)).status).toBe(401);
});
