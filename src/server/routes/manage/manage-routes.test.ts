import { afterAll, beforeAll, expect, test } from "vitest";
import { createAnswerChecker } from "../../../../test/contract/check-answer.ts";
import { type Description, inlineComponents, listOperations } from "../../../../test/contract/description.ts";
import { startTestServer, type TestServer } from "../../../../test/helpers/test-server.ts";
import { listAudit } from "../../../audit/list-audit.ts";
import { createManagementKey } from "../../../management-keys/create-management-key.ts";
import { ownWords } from "../../../outgoing/clean-text.ts";
import { firstOrganisation } from "../../../people/first-organisation.ts";
import { permissions } from "../../../people/permissions.ts";
import { createUnconnectedManageDeps } from "../../manage-deps.ts";
import { manageRoutes } from "./manage-routes.ts";

const operations = manageRoutes.flatMap((route) => route.operations);
const machine = { author: { kind: "command_line", name: ownWords("ann") }, from: null } as const;

let server: TestServer;
let organisationId: string;
let owner: { id: string; key: string };
let check: ReturnType<typeof createAnswerChecker>;
let description: Description;

beforeAll(async () => {
  server = await startTestServer({
    manage: {
      ...createUnconnectedManageDeps(),
      publicUrl: "http://copydesk.example",
      readRepository: async () => ({ name: "main", commit: "0" }),
      identify: async () => ({ login: "acme-bot", missing: [] }),
      lookAtSite: async () => ({ generator: "mkdocs", pages: 3 }),
    },
  });
  organisationId = await firstOrganisation(server.store);
  owner = await newKey(organisationId);
  const described = await fetch(`${server.url}/openapi.json`);
  description = inlineComponents((await described.json()) as Description);
  check = createAnswerChecker(description);
});

afterAll(() => server.close());

async function newKey(organisation: string, allowed: readonly string[] = permissions) {
  const { key, record } = await createManagementKey(
    server.store,
    { actor: machine, organisationId: organisation, mayGive: null },
    { name: "tools", permissions: allowed },
  );
  return { id: record.id, key };
}

async function newOrganisation(): Promise<string> {
  const id = `org_${Math.random().toString(36).slice(2).padEnd(22, "0").slice(0, 22)}`;
  await server.store.database.pool.query("insert into organisations (id, name) values ($1, 'Other')", [id]);
  return id;
}

interface Answered {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the operation returns.
  body: any;
}

async function call(
  id: string,
  params: Record<string, string> = {},
  {
    body,
    key = owner.key,
    headers = {},
    query = "",
  }: {
    body?: unknown;
    key?: string;
    headers?: Record<string, string>;
    query?: string;
  } = {},
): Promise<Answered> {
  const operation = operations.find((one) => one.id === id)!;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name);
  const response = await fetch(`${server.url}${path}${query}`, {
    method: operation.method.toUpperCase(),
    headers: {
      authorization: `Bearer ${key}`,
      "accept-encoding": "identity",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const described = listOperations(description).find(({ operationId }) => operationId === id)!;
  const answer = {
    ...{ status: response.status, body: Buffer.from(text), whole: true },
    headers: Object.fromEntries(response.headers),
  };
  expect([id, check(described, { method: described.method, path, headers: {}, body: null }, answer)]).toEqual(
    [id, []],
  );
  return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
}

const newProject = async (name: string) =>
  (await call("createProject", {}, { body: { name, repository: "https://example.com/docs" } })).body.id;

/**
 * Every operation that changes something, in an order in which each can succeed. Those without an action
 * change nothing that is stored.
 */
function writes(projectId: string): [id: string, action: string | null, run: () => Promise<Answered>][] {
  const at = { projectId };
  let keyId = "";
  let managementKeyId = "";
  let webhookId = "";
  let contextId = "";
  let triggerId = "";
  let deliveryId = "";
  const remember = async (answer: Promise<Answered>, take: (body: Answered["body"]) => void) => {
    const done = await answer;
    take(done.body);
    return done;
  };
  const hook = () => ({ ...at, webhookId });
  return [
    [
      "createProject",
      "project.created",
      () => call("createProject", {}, { body: { name: "More", repository: "https://example.com/more" } }),
    ],
    [
      "changeProject",
      "project.changed",
      () => call("changeProject", at, { body: { settings: { concurrency: 2 } } }),
    ],
    [
      "setProjectCredentials",
      "project.credentials_changed",
      () =>
        call("setProjectCredentials", at, {
          body: { host: "github", credentials: { token: "hunter2-is-secret" } },
        }),
    ],
    [
      "addContextRepository",
      "context.added",
      () =>
        remember(
          call("addContextRepository", at, {
            body: {
              ...{ name: "api", repository: "https://example.com/api", include: ["src/**"] },
              credentials: { token: "hunter2-is-secret" },
            },
          }),
          (made) => {
            contextId = made.id;
          },
        ),
    ],
    [
      "changeContextRepository",
      "context.changed",
      () => call("changeContextRepository", { ...at, contextId }, { body: { ref: "next" } }),
    ],
    ["testContextRepository", null, () => call("testContextRepository", { ...at, contextId })],
    [
      "removeContextRepository",
      "context.removed",
      () => call("removeContextRepository", { ...at, contextId }),
    ],
    [
      "createTrigger",
      "trigger.created",
      () =>
        remember(
          call("createTrigger", at, { body: { name: "x", kind: "release", prompt: "Say {{ref}}" } }),
          (made) => {
            triggerId = made.id;
          },
        ),
    ],
    [
      "changeTrigger",
      "trigger.changed",
      () => call("changeTrigger", { ...at, triggerId }, { body: { topic: "release {{ref}}" } }),
    ],
    ["rotateTriggerSecret", "trigger.rotated", () => call("rotateTriggerSecret", { ...at, triggerId })],
    ["testTrigger", null, () => call("testTrigger", { ...at, triggerId }, { body: { start: true } })],
    ["stopTriggers", "triggers.stopped", () => call("stopTriggers", at, { body: { stopped: true } })],
    ["stopAllTriggers", "triggers.stopped", () => call("stopAllTriggers", {}, { body: { stopped: true } })],
    ["removeTrigger", "trigger.removed", () => call("removeTrigger", { ...at, triggerId })],
    ["testProjectConnection", null, () => call("testProjectConnection", at)],
    [
      "previewRepository",
      null,
      () => call("previewRepository", {}, { body: { repository: "https://example.com/docs" } }),
    ],
    [
      "createGithubAppLink",
      "project.github_app_link_created",
      () => call("createGithubAppLink", at, { body: {} }),
    ],
    [
      "createApiKey",
      "api_key.created",
      () =>
        remember(call("createApiKey", at, { body: { name: "ci" } }), (made) => {
          keyId = made.id;
        }),
    ],
    ["rotateApiKey", "api_key.rotated", () => call("rotateApiKey", { ...at, keyId }, { body: {} })],
    ["revokeApiKey", "api_key.revoked", () => call("revokeApiKey", { ...at, keyId })],
    [
      "createManagementKey",
      "management_key.created",
      () =>
        remember(
          call("createManagementKey", {}, { body: { name: "x", permissions: ["jobs:read"] } }),
          (made) => {
            managementKeyId = made.id;
          },
        ),
    ],
    [
      "rotateManagementKey",
      "management_key.rotated",
      () => call("rotateManagementKey", { keyId: managementKeyId }, { body: {} }),
    ],
    [
      "revokeManagementKey",
      "management_key.revoked",
      () => call("revokeManagementKey", { keyId: managementKeyId }),
    ],
    [
      "createWebhook",
      "webhook.created",
      () =>
        remember(call("createWebhook", at, { body: { url: "https://example.com/hook" } }), (made) => {
          webhookId = made.id;
        }),
    ],
    ["rotateWebhookSecret", "webhook.rotated", () => call("rotateWebhookSecret", hook(), { body: {} })],
    [
      "pingWebhook",
      "webhook.pinged",
      () =>
        remember(call("pingWebhook", hook()), (made) => {
          deliveryId = made.deliveryId;
        }),
    ],
    ["redeliver", "delivery.redelivered", () => call("redeliver", { ...hook(), deliveryId })],
    ["disableWebhook", "webhook.disabled", () => call("disableWebhook", hook())],
    ["enableWebhook", "webhook.enabled", () => call("enableWebhook", hook())],
    ["removeWebhook", "webhook.removed", () => call("removeWebhook", hook())],
    ["removeProject", "project.removed", () => call("removeProject", at, { body: { confirm: "Docs" } })],
  ];
}

test("every writing operation leaves an entry of whoever called it and from where, without secrets", async () => {
  const table = writes(await newProject("Docs"));
  const writing = operations.filter(({ method }) => method !== "get").map(({ id }) => id);
  expect(table.map(([id]) => id).sort()).toEqual(writing.sort());
  const scope = { organisationIds: [organisationId], instance: true };
  const newest = async () => (await listAudit(server.store, scope, { limit: 1 })).data[0];
  for (const [id, action, run] of table) {
    const before = await newest();
    const { status } = await run();
    expect([id, status < 300]).toEqual([id, true]);
    const after = await newest();
    if (action === null) expect([id, after?.id]).toEqual([id, before?.id]);
    else
      expect([id, after]).toMatchObject([
        id,
        { action, author: { kind: "management_key", id: owner.id, name: "tools" }, from: "127.0.0.1" },
      ]);
  }
  const { rows } = await server.store.database.pool.query("select before, after from audit_log");
  expect(JSON.stringify(rows)).not.toMatch(/hunter2|cpd_\w{8}_|cpm_\w{8}_|whsec_/);
});

test("what belongs to another organisation is not found by any operation, and in no list", async () => {
  const projectId = await newProject("Ours");
  const { key } = await newKey(await newOrganisation());
  const ofProjects = operations.filter(({ path }) => path.includes("{projectId}"));
  expect(ofProjects.length).toBeGreaterThan(15);
  for (const { id, method } of ofProjects) {
    const body = method === "get" ? {} : { body: {} };
    const { status, body: problem } = await call(id, { projectId }, { key, ...body });
    expect([id, status, problem.code]).toEqual([id, 404, "project_not_found"]);
  }
  expect((await call("listProjects", {}, { key })).body.data).toEqual([]);
  expect((await call("listUsage", {}, { key })).body.data).toEqual([]);
  expect(
    (await call("listAudit", {}, { key })).body.data.map(({ action }: { action: string }) => action),
  ).toEqual(["management_key.created"]);
  const revoked = await call("revokeManagementKey", { keyId: owner.id }, { key });
  expect([revoked.status, revoked.body.code]).toEqual([404, "management_key_not_found"]);
});

test("a key without the permission of an operation is refused, and cannot give away what it lacks", async () => {
  const projectId = await newProject("Limited");
  const { key } = await newKey(organisationId, ["keys:write"]);
  for (const { id, permission } of operations) {
    if (permission === "keys:write") continue;
    const { status, body } = await call(id, { projectId }, { key });
    expect([id, status, body.code]).toEqual([id, 403, "insufficient_permission"]);
  }
  const more = { name: "more", permissions: ["keys:write", "projects:write"] };
  expect((await call("createManagementKey", {}, { key, body: more })).body.code).toBe(
    "insufficient_permission",
  );
  expect((await call("rotateManagementKey", { keyId: owner.id }, { key, body: {} })).body.code).toBe(
    "insufficient_permission",
  );
});

test("a create is done once for its Idempotency-Key, and its secret is stored sealed", async () => {
  const projectId = await newProject("Once");
  const send = (name: string, path = { projectId }) =>
    call("createApiKey", path, { body: { name }, headers: { "idempotency-key": "one" } });
  const first = await send("ci");
  const again = await send("ci");
  expect(again.body).toEqual(first.body);
  expect([first, again].map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, "true"]);
  expect((await send("other")).body.code).toBe("idempotency_key_reused");
  expect((await call("listApiKeys", { projectId })).body.data).toHaveLength(1);
  const { rows } = await server.store.database.pool.query("select response from managed_requests");
  expect(JSON.stringify(rows)).not.toContain(first.body.key.slice(13));
  const refused = { headers: { "idempotency-key": "two" } };
  expect((await call("createApiKey", { projectId }, { ...refused, body: { scopes: [] } })).status).toBe(400);
  expect((await call("createApiKey", { projectId }, { ...refused, body: { scopes: ["read"] } })).status).toBe(
    201,
  );
});

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
  const ids = (await lines.text())
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
  let text = "";
  for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes('"After"') && text.endsWith("\n\n")) break;
  }
  stop.abort();
  expect([...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))).toEqual([
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

test("the reading operations return what they describe", async () => {
  const projectId = await newProject("Read");
  const hook = await call("createWebhook", { projectId }, { body: { url: "https://example.com/hook" } });
  const at = { projectId, webhookId: hook.body.id };
  expect((await call("listWebhooks", at)).body.data).toHaveLength(1);
  expect((await call("getWebhook", at)).body).not.toHaveProperty("secret");
  await call("pingWebhook", at);
  expect((await call("listDeliveries", at)).body.data).toMatchObject([{ type: "webhook.ping", jobId: null }]);
  expect((await call("getHostWebhook", at)).body).toEqual({
    ...{ url: `http://copydesk.example/v2/hooks/${projectId}`, expected: false },
    ...{ lastDeliveryAt: null, deliveries24h: 0 },
  });
  expect((await call("getInstance")).body).toMatchObject({
    version: "0.0.0",
    defaultModel: "copydesk/chores",
  });
  expect((await call("listManagementKeys")).body.data[0]).not.toHaveProperty("key");
});
