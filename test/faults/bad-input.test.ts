import { once } from "node:events";
import { METHODS } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startCpuClock } from "../helpers/start-cpu-clock.ts";
import { startTestServer, type TestProject, type TestServer } from "../helpers/test-server.ts";
import { badBodies } from "./bad-bodies.ts";

const answerMs = 100;

let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.newProject();
  // The first requests compile; what is measured is a server that is up.
  for (let count = 0; count < 20; count += 1) await project.create("{");
});

afterAll(async () => {
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await server.close();
});

interface Problem {
  status: number;
  code: string;
  requestId: string;
  detail: string;
  error: string;
  errors?: { path: string; message: string }[];
}

/** The problem document of an answer, after its form was checked. */
async function problemOf(answer: Response): Promise<Problem> {
  expect(answer.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
  const problem = (await answer.json()) as Problem;
  expect(problem).toMatchObject({
    type: `/errors/${problem.code}`,
    title: expect.any(String),
    status: answer.status,
    instance: expect.stringMatching(/^\//),
    requestId: answer.headers.get("x-request-id"),
    error: problem.detail,
  });
  expect(problem.requestId).toMatch(/^req_[0-9a-f-]{36}$/);
  expect(problem.detail).not.toMatch(/node_modules|\.ts:|\n/);
  return problem;
}

/** In CPU time of server and client together; the fastest of up to 20, because some runs collect garbage. */
async function fastest(send: () => Promise<Response>): Promise<{ ms: number; answer: Response }> {
  const times = [];
  let answer: Response;
  do {
    const cpuMs = startCpuClock();
    answer = await send();
    times.push(cpuMs());
  } while (times.length < 20 && times.every((ms) => ms >= answerMs));
  return { ms: Math.min(...times), answer };
}

test.each(badBodies)("a body of %s is refused within 100 ms of work", async (_title, body, status, code) => {
  const { answer, ms } = await fastest(() => project.create(body as string));
  expect(await problemOf(answer)).toMatchObject({ status, code });
  expect(ms).toBeLessThan(answerMs);
});

test.each([
  ["32,768 characters", "x".repeat(32_768)],
  ["15,000 characters outside the first plane", "\u{1F600}".repeat(15_000)],
])("a prompt of %s is accepted", async (_title, text) => {
  const other = await server.newProject();
  const answer = await other.create({ prompt: text });
  expect(answer.status).toBe(201);
});

test.each([
  ["text/plain"],
  ["application/x-www-form-urlencoded"],
  ["multipart/form-data; boundary=x"],
  ["application/xml"],
  ["application/json-patch+json"],
  ["application/json; charset=utf-16"],
  ["application/json; charset=iso-8859-1"],
  ["nonsense"],
])("the content type %s is refused within 100 ms of work", async (type) => {
  const { answer, ms } = await fastest(() => project.create('{"prompt":"x"}', { "content-type": type }));
  expect(await problemOf(answer)).toMatchObject({ status: 415, code: "unsupported_media_type" });
  expect(ms).toBeLessThan(answerMs);
});

test("every problem of a body is listed with its path", async () => {
  const answer = await project.create({ prompt: "", mode: "x", budget: { maxSteps: 0 }, colour: "red" });
  expect((await problemOf(answer)).errors).toEqual([
    { path: "prompt", message: "must not be empty or blank" },
    { path: "mode", message: "must be pull_request or preview" },
    { path: "budget.maxSteps", message: expect.any(String) },
    { path: "colour", message: "there is no such field" },
  ]);
});

test("the checks come in order: key, scope, project, content type, body, limit", async () => {
  const noKey = await fetch(project.jobs, { method: "POST", body: "x".repeat(100_000) });
  expect(await problemOf(noKey)).toMatchObject({ code: "invalid_api_key" });
  const authorization = `Bearer ${project.key}`;
  const noProject = await fetch(`${server.url}/v2/agent/prj_x/job`, {
    ...{ method: "POST", body: "{", headers: { authorization, "content-type": "text/plain" } },
  });
  expect(await problemOf(noProject)).toMatchObject({ code: "project_not_found" });
  const noType = await project.create("{", { "content-type": "text/plain" });
  expect(await problemOf(noType)).toMatchObject({ code: "unsupported_media_type" });
});

test("every answer to a create with a good key shows the limit", async () => {
  const other = await server.newProject();
  const answers = await Promise.all([
    other.create("{"),
    other.create({ prompt: "" }),
    other.create("x", { "content-type": "text/plain" }),
    other.create("x".repeat(70_000)),
    other.create({ prompt: "x" }, { "idempotency-key": "é" }),
  ]);
  for (const answer of answers) {
    expect(answer.headers.get("ratelimit-policy")).toBe('"create";q=100;w=3600');
    expect(answer.headers.get("ratelimit")).toBe('"create";r=100;t=3600');
  }
});

const paths = ["/healthz", "/readyz", "/openapi.json", "/v2/agent/p/job", "/v2/agent/p/job/j"];
const allowed: Record<string, string[]> = {
  "/v2/agent/p/job": ["POST"],
  "/v2/agent/p/job/j": ["GET", "HEAD", "DELETE"],
};

test.each(METHODS.map((method) => [method]))(
  "%s on every path is answered, and never with a 5xx",
  async (method) => {
    for (const path of [...paths, "/", "/v2/agent/p/jobs", "/nope"]) {
      const text = await exchange(`${method} ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]);
      if (path === "/" && ["GET", "HEAD"].includes(method)) {
        expect(status).toBe(200);
        continue;
      }
      const methods = paths.includes(path) ? (allowed[path] ?? ["GET", "HEAD"]) : [];
      if (methods.includes(method)) {
        expect(status).toBe(path.startsWith("/v2") ? 401 : 200);
        continue;
      }
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      if (method !== "HEAD") expect(text).toMatch(/"code":"[a-z_]+","requestId":"req_/);
      if (methods.length > 0 && method !== "CONNECT" && status !== 400) {
        expect([path, method, status]).toEqual([path, method, 405]);
        expect(text).toMatch(new RegExp(`^allow: ${methods.sort().join(", ")}\\r$`, "im"));
      }
    }
  },
);

/** Sends bytes and reads until the server closes. */
async function exchange(bytes: string | Buffer): Promise<string> {
  const socket = connect(server.port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  socket.on("error", () => undefined);
  socket.write(bytes);
  await once(socket, "close");
  return text;
}

const close = "host: x\r\nconnection: close\r\n";

test.each([
  ["bad percent-encoding", `GET /v2/agent/%zz/job HTTP/1.1\r\n${close}\r\n`, 400, "invalid_request"],
  [
    "percent-encoding that is not UTF-8",
    `GET /v2/agent/%ff/job/x HTTP/1.1\r\n${close}\r\n`,
    400,
    "invalid_request",
  ],
  ["an encoded NUL", `GET /v2/agent/%00/job/x HTTP/1.1\r\n${close}\r\n`, 401, "invalid_api_key"],
  ["an encoded slash", `GET /v2/agent/a%2Fb/job/x HTTP/1.1\r\n${close}\r\n`, 401, "invalid_api_key"],
  ["dots", `GET /../../etc/passwd HTTP/1.1\r\n${close}\r\n`, 404, "route_not_found"],
  [
    "an endless parameter",
    `GET /v2/agent/${"x".repeat(5_000)}/job/x HTTP/1.1\r\n${close}\r\n`,
    404,
    "route_not_found",
  ],
  ["a URL of 20 KiB", `GET /${"x".repeat(20_000)} HTTP/1.1\r\n${close}\r\n`, 431, "headers_too_large"],
  [
    "a header of 20 KiB",
    `GET /healthz HTTP/1.1\r\n${close}x: ${"x".repeat(20_000)}\r\n\r\n`,
    431,
    "headers_too_large",
  ],
  [
    "1,000 headers",
    `GET /healthz HTTP/1.1\r\n${close}${"x: y\r\n".repeat(4_000)}\r\n`,
    431,
    "headers_too_large",
  ],
  ["no HTTP", "hello\r\n\r\n", 400, "invalid_request"],
  ["TLS", Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00]), 400, "invalid_request"],
  ["an unknown method", `SPAM / HTTP/1.1\r\n${close}\r\n`, 400, "invalid_request"],
  ["no host", "GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n", 400, "invalid_request"],
  [
    "two lengths",
    `POST /v2/agent/p/job HTTP/1.1\r\n${close}content-length: 1\r\ncontent-length: 2\r\n\r\nx`,
    400,
    "invalid_request",
  ],
  [
    "length and chunks",
    `POST /v2/agent/p/job HTTP/1.1\r\n${close}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
    "invalid_request",
  ],
  [
    "an unknown expectation",
    `POST /v2/agent/p/job HTTP/1.1\r\n${close}expect: gold\r\n\r\n`,
    400,
    "invalid_request",
  ],
  [
    "an upgrade",
    "GET /nope HTTP/1.1\r\nhost: x\r\nconnection: upgrade, close\r\nupgrade: websocket\r\n\r\n",
    404,
    "route_not_found",
  ],
])("%s is answered with a problem document", async (_title, bytes, status, code) => {
  const text = await exchange(bytes);
  expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(text).toMatch(/^content-type: application\/problem\+json; charset=utf-8\r$/im);
  expect(text).toMatch(/^x-request-id: req_/im);
  const problem = JSON.parse(text.slice(text.indexOf("\r\n\r\n") + 4)) as Problem;
  expect(problem).toMatchObject({ status, code });
});

test("a client that goes away in the middle of a body leaves nothing behind", async () => {
  const head = `POST ${new URL(project.jobs).pathname} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${project.key}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"prompt"`;
  for (let count = 0; count < 20; count += 1) {
    const socket = connect(server.port, "127.0.0.1");
    await once(socket, "connect");
    socket.write(head);
    socket.resetAndDestroy();
  }
  const { rows } = await server.store.database.pool.query(
    "select count(*)::integer as count from jobs where project_id = $1",
    [project.id],
  );
  expect(rows[0].count).toBe(0);
});
