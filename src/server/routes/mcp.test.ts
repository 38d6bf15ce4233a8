import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../test/helpers/test-server.ts";
import { createApiKey } from "../../api-keys/create-api-key.ts";
import { createManagementKey } from "../../management-keys/create-management-key.ts";
import { jobTools } from "../../mcp/job-tools.ts";
import { ownWords } from "../../outgoing/clean-text.ts";
import { firstOrganisation } from "../../people/first-organisation.ts";

const server = await startTestServer();
afterAll(() => server.close());
const project = await server.newProject();

const commandLine = { author: { kind: "command_line", name: ownWords("ann") }, from: null } as const;

type Era = "2025" | "2026";

async function connect(key: string, era: Era = "2026"): Promise<Client> {
  const versionNegotiation = { mode: era === "2026" ? ("auto" as const) : ("legacy" as const) };
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", server.url), { requestInit }));
  return client;
}

type Result = Awaited<ReturnType<Client["callTool"]>>;

function textOf({ content }: Result): string {
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

function recordOf(result: Result): Record<string, unknown> {
  expect(result.isError, textOf(result)).toBeFalsy();
  return result.structuredContent as Record<string, unknown>;
}

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.url}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${project.key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

describe.each<Era>(["2026", "2025"])("a client of the protocol of %s", (era) => {
  test("finds every tool, with the arguments that it takes", async () => {
    const client = await connect(project.key, era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(jobTools.map(({ name }) => name));
    const create = tools.find(({ name }) => name === "create_job");
    expect(create?.inputSchema).toMatchObject({ type: "object", required: ["prompt"] });
    expect(Object.keys(create?.inputSchema.properties ?? {})).not.toContain("projectId");
    await client.close();
  });

  test("creates a job once for one key, lists it, reads it, sends it a message and cancels it", async () => {
    const client = await connect(project.key, era);
    const call = (name: string, args: object) => client.callTool({ name, arguments: { ...args } });
    const asked = { prompt: `Say webhook (${era})`, idempotencyKey: `mcp-${era}` };
    const job = recordOf(await call("create_job", asked));
    expect(recordOf(await call("create_job", asked)).id).toBe(job.id);

    const listed = recordOf(await call("list_jobs", { q: `webhook (${era})` }));
    expect((listed.data as { id: string }[]).map(({ id }) => id)).toEqual([job.id]);
    expect(recordOf(await call("get_job", { jobId: job.id }))).toMatchObject({ status: "active" });
    recordOf(await call("send_message", { jobId: job.id, prompt: "And Webhooks." }));
    expect(recordOf(await call("cancel_job", { jobId: job.id }))).toMatchObject({ reason: "cancelled" });
    expect(recordOf(await call("wait_for_job", { jobId: job.id, seconds: 1 }))).toMatchObject({ id: job.id });
    await client.close();
  });

  test("reads jobs as resources", async () => {
    const client = await connect(project.key, era);
    const job = recordOf(await client.callTool({ name: "create_job", arguments: { prompt: "x" } }));
    const { resources } = await client.listResources();
    const uri = `copydesk://jobs/${job.id}`;
    expect(resources.map((one) => one.uri)).toContain(uri);
    const [contents] = (await client.readResource({ uri })).contents;
    expect(JSON.parse((contents as { text: string }).text)).toMatchObject({ id: job.id });
    await client.close();
  });
});

describe("what cannot be done", () => {
  test("is reported by the tool with the API's own code", async () => {
    const client = await connect(project.key);
    const missing = await client.callTool({ name: "get_job", arguments: { jobId: "job_none" } });
    expect([missing.isError, textOf(missing)]).toEqual([true, expect.stringMatching(/^job_not_found: /)]);
    const escaping = await client.callTool({ name: "get_job", arguments: { jobId: "../../../healthz" } });
    expect([escaping.isError, textOf(escaping)]).toEqual([true, expect.stringMatching(/^job_not_found: /)]);
    await client.close();
  });

  test("a key without the right to write reads only", async () => {
    const { key } = await createApiKey(server.store, project.id, { scopes: ["read"] });
    const client = await connect(key);
    const refused = await client.callTool({ name: "create_job", arguments: { prompt: "x" } });
    expect(textOf(refused)).toMatch(/^insufficient_scope: /);
    recordOf(await client.callTool({ name: "list_jobs", arguments: {} }));
    await client.close();
  });

  test("a key of another project sees nothing of this one", async () => {
    const job = (await (await project.create({ prompt: "x" })).json()) as { id: string };
    const client = await connect((await server.newProject()).key);
    const refused = await client.callTool({ name: "get_job", arguments: { jobId: job.id } });
    expect(textOf(refused)).toMatch(/^job_not_found: /);
    await client.close();
  });

  test("reveals nothing without a key", async () => {
    for (const key of ["", "cpd_wrong", "cpm_wrong"]) {
      const refused = await post(
        { jsonrpc: "2.0", id: 1, method: "tools/list" },
        { authorization: `Bearer ${key}` },
      );
      expect([refused.status, await refused.json()]).toMatchObject([401, { code: "invalid_api_key" }]);
    }
  });

  test("refuses a page of an unknown origin, even with a key", async () => {
    const refused = await post(
      { jsonrpc: "2.0", id: 1, method: "tools/list" },
      { origin: "https://evil.example" },
    );
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: "cross_site_request" }]);
  });

  test("many messages in one request are refused", async () => {
    const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const refused = await post(Array.from({ length: 1_000 }, () => message));
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: "invalid_request" }]);
  });

  test("a client that floods uses up its creates and nothing else", async () => {
    const own = await server.newProject();
    const client = await connect(own.key);
    const calls = Array.from({ length: 120 }, () =>
      client.callTool({ name: "create_job", arguments: { prompt: "x" } }),
    );
    const results = await Promise.all(calls);
    const refused = results.filter(({ isError }) => isError);
    expect([results.length - refused.length, refused.length]).toEqual([100, 20]);
    expect(textOf(refused[0]!)).toMatch(/^rate_limited: /);
    await client.close();
  });
});

test("with a management key, tools take the project as an argument", async () => {
  const grant = { actor: commandLine, organisationId: await firstOrganisation(server.store), mayGive: null };
  const asked = { name: "editor", permissions: ["jobs:read", "jobs:write"] };
  const { key } = await createManagementKey(server.store, grant, asked);
  const client = await connect(key);
  const job = recordOf(
    await client.callTool({ name: "create_job", arguments: { projectId: project.id, prompt: "x" } }),
  );
  expect(job.projectId ?? project.id).toBe(project.id);
  await client.close();
});

test("a client that floods is refused with when to come back, and others are not", async () => {
  const flooding = await server.newProject();
  const message = { jsonrpc: "2.0", id: 1, method: "ping" };
  const headers = { authorization: `Bearer ${flooding.key}` };
  let refused: Response | null = null;
  for (let sent = 0; refused === null && sent < 1_300; sent += 50) {
    const responses = await Promise.all(Array.from({ length: 50 }, () => post(message, headers)));
    refused = responses.find(({ status }) => status === 429) ?? null;
  }
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused?.json()).toMatchObject({ code: "rate_limited" });
  expect((await post(message)).status).not.toBe(429);
});
