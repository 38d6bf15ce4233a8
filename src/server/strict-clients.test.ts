import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onlyInTestAll } from "../../test/helpers/skip-unless.ts";
import { startTestServer, type TestProject, type TestServer } from "../../test/helpers/test-server.ts";
import { createApiKey } from "../api-keys/create-api-key.ts";

const origin = "https://docs.example.com";

let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await startTestServer({
    allowedOrigins: [origin],
    basePath: "/copydesk",
    trustedProxies: ["127.0.0.1"],
  });
  project = await server.newProject();
});

afterAll(() => server.close());

/** Returns everything that the server sends on one connection until it closes it. */
async function talk(...parts: string[]): Promise<string> {
  const socket = connect(server.port, "127.0.0.1");
  let received = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    received += text;
  });
  socket.on("error", () => undefined);
  for (const part of parts) socket.write(part);
  await once(socket, "close");
  return received;
}

const head = (...lines: string[]) =>
  [`POST ${new URL(project.jobs).pathname} HTTP/1.1`, "host: x", ...lines, "", ""].join("\r\n");

const json = "content-type: application/json";

describe("a body that is not read", () => {
  test("is not waited for: the refusal says that the connection closes, and nothing follows it", async () => {
    const received = await talk(head(json, "content-length: 1000"), '{"prompt":');
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 401"]);
    expect(received).toMatch(/^connection: close\r$/im);
  });

  test("that has arrived whole leaves the connection open for the next request", async () => {
    const body = JSON.stringify({ prompt: "x".repeat(30_000) });
    const received = await talk(
      head(json, `content-length: ${body.length}`) + body,
      "GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
    );
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 401", "HTTP/1.1 200"]);
  });
});

describe("Expect: 100-continue", () => {
  const ask = (key: string, size: number) =>
    new Promise<{ continued: boolean; status: number }>((resolve, reject) => {
      let continued = false;
      const headers = {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "content-length": size,
        expect: "100-continue",
      };
      const sent = request(project.jobs, { method: "POST", headers, agent: false });
      sent.on("continue", () => {
        continued = true;
        sent.end(JSON.stringify({ prompt: "x".repeat(size - 13) }));
      });
      sent.on("response", (response: IncomingMessage) => {
        response.resume();
        sent.destroy();
        resolve({ continued, status: response.statusCode ?? 0 });
      });
      sent.on("error", reject);
      sent.flushHeaders();
    });

  test("is confirmed after the check of key and size, and only then", async () => {
    expect(await ask(project.key, 100)).toEqual({ continued: true, status: 201 });
    expect(await ask("cpd_wrong", 100)).toEqual({ continued: false, status: 401 });
    expect(await ask(project.key, 100_000)).toEqual({ continued: false, status: 413 });
  });
});

test("a compressed body is refused as such", async () => {
  const body = gzipSync(JSON.stringify({ prompt: "x" }));
  const response = await project.create(body as unknown as Uint8Array, { "content-encoding": "gzip" });
  expect([response.status, await response.json()]).toMatchObject([415, { code: "unsupported_media_type" }]);
});

describe("a public URL with a path", () => {
  test("is where every link leads, whether or not the proxy passes the prefix on", async () => {
    for (const path of [new URL(project.jobs).pathname, `/copydesk${new URL(project.jobs).pathname}`]) {
      const headers = { authorization: `Bearer ${project.key}`, "content-type": "application/json" };
      const post = (body: unknown) =>
        fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
      const created = await post({ prompt: "x" });
      expect(created.headers.get("location")).toMatch(/^\/copydesk\/v2\/agent\/prj_\w+\/job\/job_\w+$/);
      expect(await (await post({})).json()).toMatchObject({
        type: "/copydesk/errors/invalid_request",
        instance: `/copydesk${new URL(project.jobs).pathname}`,
      });
    }
    const description = await (await fetch(`${server.url}/copydesk/openapi.json`)).json();
    expect(description).toMatchObject({ servers: [{ url: "/copydesk" }] });
  });

  test("every link of the pages leads to a page below it", async () => {
    const seen = new Set<string>();
    for (const page of ["/copydesk/errors", "/copydesk/errors/rate_limited"]) {
      const markup = await (await fetch(server.url + page, { headers: { accept: "text/html" } })).text();
      for (const [, href] of markup.matchAll(/href="([^"#]+)/g))
        seen.add(new URL(href!, server.url + page).href);
    }
    expect(seen.size).toBeGreaterThan(20);
    for (const url of seen) {
      expect(url).toContain(`${server.url}/copydesk/`);
      expect((await fetch(url, { headers: { accept: "text/html" } })).status, url).toBe(200);
    }
  });
});

test("a key that is bound to addresses knows its client behind a trusted proxy", async () => {
  const { key } = await createApiKey({ database: server.store.database }, project.id, {
    allowedIps: ["203.0.113.7"],
  });
  const list = (forwarded: string) =>
    fetch(`${project.jobs}s`, {
      headers: { authorization: `Bearer ${key}`, "x-forwarded-for": forwarded },
    });
  expect((await list("203.0.113.7")).status).toBe(200);
  expect((await list("203.0.113.7, 198.51.100.1")).status).toBe(403);
  expect((await list("198.51.100.1")).status).toBe(403);
});

test(
  "a page of another origin can read even the refusal of a stalled body",
  onlyInTestAll("waits for the service's time limits"),
  async () => {
    const received = await talk(
      head(json, `origin: ${origin}`, `authorization: Bearer ${project.key}`, "content-length: 1000"),
      "{",
    );
    expect(received).toMatch(/^HTTP\/1\.1 408/);
    expect(received).toContain(`access-control-allow-origin: ${origin}`);
  },
);

test("responses over 1 kB are compressed for clients that accept it, and the ETag stays valid", async () => {
  const raw = (path: string, headers: Record<string, string>) =>
    new Promise<{ headers: IncomingMessage["headers"]; body: Buffer; status: number }>((resolve) => {
      request(server.url + path, { headers, agent: false }, async (response) => {
        const chunks = await response.toArray();
        resolve({ headers: response.headers, body: Buffer.concat(chunks), status: response.statusCode ?? 0 });
      }).end();
    });
  const plain = await raw("/openapi.json", {});
  const small = await raw("/openapi.json", { "accept-encoding": "gzip" });
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(small.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(small.body)).toEqual(plain.body);
  expect(small.body.length).toBeLessThan(plain.body.length / 4);

  const authorization = `Bearer ${project.key}`;
  const { id } = (await (await project.create({ prompt: "x", metadata: longPairs })).json()) as {
    id: string;
  };
  const path = `${new URL(project.jobs).pathname}/${id}`;
  const record = await raw(path, { authorization, "accept-encoding": "br" });
  expect(record.headers["content-encoding"]).toBe("br");
  const known = record.headers.etag ?? "";
  const again = await raw(path, { authorization, "accept-encoding": "br", "if-none-match": known });
  expect([again.status, again.body.length]).toEqual([304, 0]);
});

const longPairs = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`k${at}`, "v".repeat(200)]));

test("a wait with the ETag of an older record returns the record at once", async () => {
  const { id } = (await (await project.create({ prompt: "x" })).json()) as { id: string };
  const start = await project.get(`/${id}`);
  await server.store.database.pool.query("update jobs set reason = 'running' where id = $1", [id]);
  const news = await project.get(`/${id}?wait=60`, { "if-none-match": start.headers.get("etag") ?? "" });
  expect([news.status, await news.json()]).toMatchObject([200, { reason: "running" }]);
});

test.each<[unknown, { path: string; message: string }]>([
  [{}, { path: "prompt", message: "is required" }],
  [
    { prompt: "x", budget: { maxSteps: -1 } },
    { path: "budget.maxSteps", message: "must be at least 1" },
  ],
  [
    { prompt: "x", budget: { maxSteps: 1.5 } },
    { path: "budget.maxSteps", message: "must be a whole number" },
  ],
  [
    { prompt: "x", budget: { maxCostUsd: -1 } },
    { path: "budget.maxCostUsd", message: "must be more than 0" },
  ],
  [
    { prompt: "x", metadata: { ["k".repeat(65)]: "v" } },
    {
      path: `metadata.${"k".repeat(64)}…`,
      message: "the name of this entry must have at most 64 characters",
    },
  ],
])("%j is refused in words that say what is wrong", async (body, problem) => {
  const response = await project.create(body);
  expect([response.status, await response.json()]).toMatchObject([400, { errors: [problem] }]);
});

test("a forbidden name is not called invalid JSON", async () => {
  const response = await project.create('{"prompt":"x","__proto__":{}}');
  expect(await response.json()).toMatchObject({
    status: 400,
    detail: expect.stringContaining("a field named __proto__"),
  });
});

test.each(["after=-1", "limit=-1", "limit=0"])("events?%s is told its bound", async (query) => {
  const { id } = (await (await project.create({ prompt: "x" })).json()) as { id: string };
  const response = await project.get(`/${id}/events?${query}`);
  expect(await response.json()).toMatchObject({
    errors: [{ message: expect.stringMatching(/at least [01]$/) }],
  });
});
