import { expect, test } from "vitest";
import {
  type Answered,
  call,
  newProject,
  owner,
  server,
  useManageScene,
  warnings,
} from "../../../../test/helpers/manage-scene.ts";

useManageScene();

test("projects come in pages by their names, and a search finds part of a name", async () => {
  for (const name of ["Page a", "Page b", "Page c"]) await newProject(name);
  const names = ({ body }: Answered) => body.data.map(({ name }: { name: string }) => name);
  const first = await call("listProjects", {}, { query: "?q=page&limit=2" });
  expect(names(first)).toEqual(["Page a", "Page b"]);
  const second = await call("listProjects", {}, { query: `?q=page&limit=2&cursor=${first.body.nextCursor}` });
  expect([names(second), second.body.nextCursor]).toEqual([["Page c"], null]);
});

test("a project is shown without its credentials, and is removed only by its name", async () => {
  const projectId = await newProject("Careful");
  const credentials = { token: "hunter2-is-secret" };
  await call("setProjectCredentials", { projectId }, { body: { host: "github", credentials } });
  const { body } = await call("getProject", { projectId });
  expect(body).toMatchObject({ connected: true, counts: { queued: 0 }, limit: { limit: 100, used: 0 } });
  expect(JSON.stringify(body)).not.toContain("hunter2");
  const refused = await call("removeProject", { projectId }, { body: { confirm: "careful" } });
  expect([refused.status, refused.body.code]).toEqual([409, "confirmation_needed"]);
  expect((await call("getProject", { projectId })).status).toBe(200);
});

test("over HTTP no project gets a path of the machine or a program to run", async () => {
  const local = { name: "Local", repository: "/srv/docs" };
  expect((await call("createProject", {}, { body: local })).body.code).toBe("url_not_allowed");
  const projectId = await newProject("Remote");
  const paths = { repository: "/srv/docs", anyway: true };
  expect((await call("changeProject", { projectId }, { body: paths })).body.code).toBe("url_not_allowed");
  const engine = { settings: { engine: { kind: "acp", command: ["sh"] } } };
  expect((await call("changeProject", { projectId }, { body: engine })).body.errors).toMatchObject([
    { path: "settings.engine" },
  ]);
});

test("the audit log is downloaded as JSON lines, oldest first, and followed without a gap", async () => {
  await newProject("Before");
  const path = `${server.url}/v2/manage/audit`;
  const authorization = `Bearer ${owner.key}`;
  const lines = await fetch(path, { headers: { authorization, accept: "application/x-ndjson" } });
  expect(lines.headers.get("content-disposition")).toContain("audit.ndjson");
  const text = await lines.text();
  expect(warnings.join("")).not.toContain("Reply was already sent");
  const ids = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).id);
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  const stop = new AbortController();
  const stream = await fetch(path, {
    headers: { authorization, accept: "text/event-stream", "last-event-id": String(ids.at(-2)) },
    signal: stop.signal,
  });
  expect(stream.headers.get("content-type")).toContain("text/event-stream");
  await newProject("After");
  let followed = "";
  for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
    followed += chunk;
    if (followed.includes('"After"') && followed.endsWith("\n\n")) break;
  }
  stop.abort();
  expect([...followed.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))).toEqual([
    ids.at(-1),
    expect.any(Number),
  ]);
});

test("usage is that of the month, by project, by key and together", async () => {
  const projectId = await newProject("Used");
  const { body: key } = await call("createApiKey", { projectId }, { body: { name: "ci" } });
  const created = await fetch(`${server.url}/v2/agent/${projectId}/job`, {
    method: "POST",
    headers: { authorization: `Bearer ${key.key}`, "content-type": "application/json" },
    body: '{"prompt": "x"}',
  });
  const { id } = (await created.json()) as { id: string };
  await server.store.database.pool.query(
    `update jobs set usage = '{"steps":1,"inputTokens":70,"cachedInputTokens":20,"outputTokens":5,"costUsd":0.25}' where id = $1`,
    [id],
  );
  const used = { jobs: 1, inputTokens: 70, cachedInputTokens: 20, outputTokens: 5, costUsd: 0.25, cap: null };
  const at = `?projectId=${projectId}&groupBy=`;
  const rows = async (groupBy: string) => (await call("listUsage", {}, { query: at + groupBy })).body.data;
  expect(await rows("project")).toMatchObject([{ ...used, projectId, projectName: "Used", apiKeyId: null }]);
  expect(await rows("key")).toMatchObject([{ ...used, apiKeyId: key.id, apiKeyName: "ci" }]);
  expect(await rows("month")).toMatchObject([{ ...used, projectId: null }]);
  expect((await call("listApiKeys", { projectId })).body.data).toMatchObject([{ uses: { jobs30d: 1 } }]);
  expect((await call("listUsage", {}, { query: "?from=2026-13" })).status).toBe(400);
});

test.each([
  ["listUsage", "from=2026-02&to=2026-01"],
  ["listAudit", "from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z"],
])("%s refuses an end that is before its beginning", async (operation, query) => {
  const { status, body } = await call(operation, {}, { query: `?${query}` });
  expect([status, body.code, body.errors]).toMatchObject([400, "invalid_request", [{ path: "from" }]]);
});

test("the reading operations return what they describe", async () => {
  const projectId = await newProject("Read");
  const hook = await call("createWebhook", { projectId }, { body: { url: "https://example.com/hook" } });
  const at = { projectId, webhookId: hook.body.id };
  expect((await call("listWebhooks", at)).body.data).toHaveLength(1);
  expect((await call("getWebhook", at)).body).not.toHaveProperty("secret");
  await call("pingWebhook", at);
  expect((await call("listDeliveries", at)).body.data).toMatchObject([{ type: "webhook.ping", jobId: null }]);
  expect((await call("getHostWebhook", at)).body).toEqual({
    ...{ url: `${server.url}/v2/hooks/${projectId}`, expected: false },
    ...{ lastDeliveryAt: null, deliveries24h: 0 },
  });
  expect((await call("getInstance")).body).toMatchObject({
    version: "0.0.0",
    defaultModel: "copydesk/chores",
  });
  expect((await call("listManagementKeys")).body.data[0]).not.toHaveProperty("key");
});
