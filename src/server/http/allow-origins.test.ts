import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestProject, type TestServer } from "../../../test/helpers/test-server.ts";

const origin = "https://docs.example.com";

let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await startTestServer({ allowedOrigins: ["http://localhost:5173", origin] });
  project = await server.newProject();
});

afterAll(() => server.close());

const allowed = ({ headers }: Response) => headers.get("access-control-allow-origin");

const preflight = (url: string, from = origin) =>
  fetch(url, {
    method: "OPTIONS",
    headers: {
      origin: from,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization",
    },
  });

test("a preflight request without a key allows what the client sends", async () => {
  const answer = await preflight(project.jobs);
  expect(answer.status).toBe(204);
  expect(allowed(answer)).toBe(origin);
  expect(answer.headers.get("access-control-allow-methods")).toBe("GET, HEAD, POST, DELETE");
  for (const name of ["Authorization", "Content-Type", "Idempotency-Key", "If-None-Match", "Last-Event-ID"])
    expect(answer.headers.get("access-control-allow-headers")).toContain(name);
  expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
});

test("an assistant in a page finds out who grants access, and calls /mcp", async () => {
  for (const path of ["/mcp", "/v2/oauth/register", "/v2/oauth/token", "/v2/oauth/revoke"]) {
    const answer = await preflight(server.url + path);
    expect([path, answer.status, allowed(answer)]).toEqual([path, 204, origin]);
    expect(answer.headers.get("access-control-allow-headers")).toContain("Mcp-Protocol-Version");
  }
  const refused = await fetch(`${server.url}/mcp`, { method: "POST", headers: { origin }, body: "{}" });
  expect([refused.status, allowed(refused)]).toEqual([401, origin]);
  expect(refused.headers.get("access-control-expose-headers")).toContain("WWW-Authenticate");
  const about = await fetch(`${server.url}/.well-known/oauth-authorization-server`, { headers: { origin } });
  expect([about.status, allowed(about)]).toEqual([200, origin]);
  expect(allowed(await preflight(`${server.url}/authorize`))).toBeNull();
});

test("every response can be read, including errors and streams, and caches keep origins apart", async () => {
  const created = await project.create({ prompt: "x" }, { origin });
  const { id } = (await created.json()) as { id: string };
  const stream = await project.get(`/${id}/events`, { origin, accept: "text/event-stream" });
  await stream.body?.cancel();
  const others = [
    await project.create({ prompt: "" }, { origin }),
    await fetch(project.jobs, { headers: { origin } }),
    await fetch(`${project.jobs}s`, { headers: { origin } }),
    await fetch(`${server.url}/v2/agent/nowhere`, { headers: { origin } }),
    await fetch(`${server.url}/healthz`, { headers: { origin } }),
  ];
  expect(others.map(({ status }) => status)).toEqual([400, 405, 401, 404, 200]);
  for (const answer of [created, stream, ...others]) {
    expect(allowed(answer), answer.url).toBe(origin);
    expect(answer.headers.get("access-control-expose-headers")).toMatch(/ETag.*Retry-After.*X-Request-Id/);
    expect(answer.headers.get("vary")).toMatch(/^Origin\b/);
  }
  expect(stream.headers.get("vary")).toBe("Origin, Accept");
});

test.each([
  "https://evil.example.com",
  "https://docs.example.com.evil.com",
  "http://docs.example.com",
  "null",
  "https://docs.example.com/",
])("the origin %s is let in nowhere", async (stranger) => {
  const answer = await project.get("s", { origin: stranger });
  expect([answer.status, allowed(answer), answer.headers.get("vary")]).toEqual([200, null, "Origin"]);
  const asked = await preflight(project.jobs, stranger);
  expect([asked.status, allowed(asked)]).toEqual([405, null]);
});

test.each(["/reference", "/errors", "/errors/invalid_json", "/projects/x/pulls/1", "/v2/hooks/x"])(
  "%s is nothing that pages elsewhere call",
  async (path) => {
    expect(allowed(await fetch(server.url + path, { headers: { origin } }))).toBeNull();
    expect((await preflight(server.url + path)).status).toBeGreaterThanOrEqual(404);
  },
);

test("OPTIONS without a preflight header is answered as usual", async () => {
  const answer = await fetch(project.jobs, { method: "OPTIONS", headers: { origin } });
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
});

test("a service without allowed origins sends no CORS headers", async () => {
  const own = await startTestServer();
  const answer = await (await own.newProject()).get("s", { origin });
  await own.close();
  expect([answer.status, allowed(answer), answer.headers.get("vary")]).toEqual([200, null, null]);
});
