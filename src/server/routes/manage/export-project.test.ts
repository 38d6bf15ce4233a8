import fastify from "fastify";
import { expect, test } from "vitest";
import { createManageClient, type ExportedJob, type ExportLine } from "../../../../sdk/src/index.ts";
import {
  call,
  newKey,
  newOrganisation,
  newProject,
  organisationId,
  owner,
  server,
  useManageScene,
  warnings,
} from "../../../../test/helpers/manage-scene.ts";
import { sendLines } from "./send-lines.ts";

useManageScene();

const pool = () => server.store.database.pool;

function download(projectId: string, key = owner.key): Promise<Response> {
  const headers = { authorization: `Bearer ${key}` };
  return fetch(`${server.url}/v2/manage/projects/${projectId}/export`, { headers });
}

async function read(projectId: string): Promise<ExportLine[]> {
  const text = await (await download(projectId)).text();
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** Inserts jobs, many of which are created in the same microsecond. */
async function insertJobs(projectId: string, count: number): Promise<void> {
  await pool().query(
    `insert into jobs (id, project_id, status, reason, prompt, repository, branch, model, event_seq, created_at)
     select 'job_' || lpad(number::text, 22, '0'), $1, 'completed', 'no_changes_needed', 'Prompt ' || number, 'https://example.com/docs',
       'b' || number, 'copydesk/chores', 1, timestamptz '2026-01-01' + make_interval(secs => (number / 7) * 0.000001)
     from generate_series(1, $2::integer) as number`,
    [projectId, count],
  );
  await pool().query(
    "insert into job_events (job_id, seq, kind, data) select id, 1, 'noted', '{}' from jobs where project_id = $1",
    [projectId],
  );
}

const jobsOf = (lines: ExportLine[]) => lines.filter((line) => line.kind === "job");

test("every job is exported once, oldest first, over many pages", async () => {
  const projectId = await newProject("Many");
  await insertJobs(projectId, 731);
  const lines = await read(projectId);
  expect(lines[0]).toMatchObject({ kind: "export", format: "copydesk-project", formatVersion: 1 });
  expect(lines[1]).toMatchObject({ kind: "project", project: { id: projectId, name: "Many" } });
  const jobs = jobsOf(lines);
  expect(jobs.map(({ prompt }) => prompt)).toEqual(
    Array.from({ length: 731 }, (_, index) => `Prompt ${index + 1}`),
  );
  expect(jobs.every(({ events }) => events.length === 1)).toBe(true);
  expect(lines.at(-1)).toEqual({ kind: "end", jobs: 731 });
  await pool().query("delete from jobs where project_id = $1", [projectId]);
});

test("a job has its record, all its events, its diff and its pull requests, and nobody else's", async () => {
  const projectId = await newProject("Whole");
  const other = await newProject("Other");
  await insertJobs(projectId, 2);
  const id = `job_${"1".padStart(22, "0")}`;
  const diff = "--- a/x.md\n+++ b/x.md\n@@ -1 +1 @@\n-a\n+ü\n";
  await pool().query("update jobs set patch = $2, event_seq = 1203 where id = $1", [id, diff]);
  await pool().query(
    "insert into job_events (job_id, seq, kind, data) select $1, seq, 'noted', '{}' from generate_series(2, 1204) as seq",
    [id],
  );
  const insert = `
    insert into pull_requests (project_id, number, job_id, branch, base_ref, title, body, base_commit, head_commit, patch)
    values ($1, $2, $3, 'b', 'main', $4, 'Body', 'aa', 'bb', 'diff')`;
  for (const [project, number, title] of [
    ...[[projectId, 2, "Second"] as const, [projectId, 1, "First"] as const],
    [other, 1, "Strange"] as const,
  ]) {
    await pool().query("update pull_requests set state = 'closed'");
    await pool().query(insert, [project, number, id, title]);
  }
  const [job, next] = jobsOf(await read(projectId)) as ExportedJob[];
  expect(job).toMatchObject({ job: { id, status: "completed" }, diff, transcriptExpiredAt: null });
  // The last one came after what the record says.
  expect(job!.events.map(({ seq }) => seq)).toEqual(Array.from({ length: 1203 }, (_, index) => index + 1));
  expect(job!.pullRequests).toMatchObject([
    { number: 1, title: "First", body: "Body", state: "closed", diff: "diff" },
    { number: 2, title: "Second" },
  ]);
  expect(next).toMatchObject({ diff: null, pullRequests: [] });
  expect(jobsOf(await read(other))).toEqual([]);
  await pool().query("delete from jobs where project_id = $1", [projectId]);
});

test("no secret is in it", async () => {
  const projectId = await newProject("Secretive");
  const engine = { kind: "acp", command: ["agent"], environment: { API_TOKEN: "hunter2-is-secret" } };
  await pool().query(
    "update projects set credentials = 'hunter2-is-sealed', settings = jsonb_build_object('engine', $2::jsonb) where id = $1",
    [projectId, JSON.stringify(engine)],
  );
  const response = await download(projectId);
  expect(response.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
  expect(response.headers.get("content-disposition")).toContain(`${projectId}.ndjson`);
  const text = await response.text();
  expect(warnings.join("")).not.toContain("Reply was already sent");
  expect(text).not.toContain("hunter2");
  expect(JSON.parse(text.split("\n")[1]!).project).toMatchObject({
    connected: true,
    settings: { engine: { environment: { API_TOKEN: "[masked]" } } },
  });
});

test("a key needs permission for everything in it", async () => {
  const projectId = await newProject("Guarded");
  const needed = ["audit:read", "jobs:read", "projects:read"];
  for (const without of needed) {
    const { key } = await newKey(
      organisationId,
      needed.filter((permission) => permission !== without),
    );
    const refused = await download(projectId, key);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      code: "insufficient_permission",
      detail: expect.stringContaining(without),
    });
  }
  expect((await download(projectId, (await newKey(organisationId, needed)).key)).status).toBe(200);
  const stranger = await newKey(await newOrganisation());
  expect((await download(projectId, stranger.key)).status).toBe(404);
});

test("the client yields the lines, and says when the last one is missing", async () => {
  const projectId = await newProject("Client");
  await insertJobs(projectId, 3);
  const lines: ExportLine[] = [];
  const manage = createManageClient({ url: server.url, managementKey: owner.key });
  for await (const line of manage.projects.export(projectId)) lines.push(line);
  const { exportedAt: _, ...first } = lines[0] as Extract<ExportLine, { kind: "export" }>;
  const [plain, ...rest] = await read(projectId);
  expect(plain).toMatchObject(first);
  expect(lines.slice(1)).toEqual(rest);

  const cut = createManageClient({
    ...{ url: server.url, managementKey: owner.key },
    async fetch(input, init) {
      const response = await fetch(input, init);
      const text = await response.text();
      return new Response(text.slice(0, text.lastIndexOf('{"kind":"end"')), response);
    },
  });
  const count = async () => {
    for await (const line of cut.projects.export(projectId)) lines.push(line);
  };
  await expect(count()).rejects.toMatchObject({ code: "connection_failed" });
  await pool().query("delete from jobs where project_id = $1", [projectId]);
});

test("a download ends when its key is revoked", async () => {
  const projectId = await newProject("Revoked");
  await insertJobs(projectId, 300);
  // More than the connection buffers while nobody reads.
  await pool().query("update jobs set patch = repeat('x', 200000) where project_id = $1", [projectId]);
  const { id, key } = await newKey(organisationId);
  const response = await download(projectId, key);
  const reader = response.body!.getReader();
  await reader.read();
  await call("revokeManagementKey", { keyId: id });
  await expect.poll(async () => (await download(projectId, key)).status).toBe(401);
  await new Promise((resolve) => setTimeout(resolve, 5_100));
  const readOn = async () => {
    while (!(await reader.read()).done);
  };
  await expect(readOn()).rejects.toThrow();
  await pool().query("delete from jobs where project_id = $1", [projectId]);
}, 60_000);

test("a failure during the download cuts the connection", async () => {
  const app = fastify();
  app.get("/", async (_request, reply) => {
    async function* lines() {
      yield "1";
      await new Promise((resolve) => setTimeout(resolve, 50));
      throw new Error("The store is away.");
    }
    void sendLines(reply, { lines: lines(), fileName: "x", signal: new AbortController().signal });
    return reply;
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  try {
    const response = await fetch(url);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  } finally {
    await app.close();
  }
});
