import { once } from "node:events";
import { connect } from "node:net";
import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestProject, type TestServer } from "../../test/helpers/test-server.ts";
import { createApiKey } from "../api-keys/create-api-key.ts";
import { revokeApiKey } from "../api-keys/revoke-api-key.ts";
import { type Operation, operationsEnded } from "../telemetry/observe.ts";

const origin = "https://docs.example.com";

let server: TestServer;
let project: TestProject;
let path: string;
/** Paths that reached the framework. */
let framed: string[] = [];
let lines: Record<string, unknown>[] = [];
const stream = new Writable({
  write(chunk, _encoding, done) {
    lines.push(JSON.parse(String(chunk)));
    done();
  },
});

beforeAll(async () => {
  server = await startTestServer({
    log: pino({ level: "info" }, stream),
    allowedOrigins: [origin],
    basePath: "/copydesk",
    plugins: [
      async (app) => {
        app.addHook("onRequest", async ({ url }) => {
          framed.push(url);
        });
      },
    ],
  });
  project = await server.newProject();
  const created = await project.create({ prompt: "Fix the links.", topic: "ünïcode — links" });
  path = created.headers.get("location")!;
});

afterAll(() => server.close());

beforeEach(() => sendShort());

/**
 * Sends one request on a new connection and returns the whole response, without the parts that differ between
 * any two.
 */
async function send(target: string, ...headers: string[]): Promise<string> {
  const socket = connect(server.port, "127.0.0.1");
  let received = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    received += text;
  });
  framed = [];
  lines = [];
  const key = headers.some((line) => line.startsWith("authorization")) ? [] : [bearer(project.key)];
  const head = [`GET ${target} HTTP/1.1`, "host: x", "connection: close", ...key, ...headers, "", ""];
  socket.write(head.join("\r\n"));
  await once(socket, "close");
  return received.replace(/^date: .*$/im, "date: now").replace(/req_[0-9a-f-]{36}/g, "req_1");
}

const bearer = (key: string) => `authorization: Bearer ${key}`;

/**
 * Repeats until the request bypasses the framework: notifications of the new key and job may arrive late, and
 * until then the key is unknown.
 */
async function sendShort(...headers: string[]): Promise<string> {
  let answer = "";
  await expect
    .poll(async () => {
      answer = await send(path, ...headers);
      return framed;
    })
    .toEqual([]);
  return answer;
}

const cases: Record<string, () => Promise<string[]>> = {
  "the record": async () => [],
  "the record with a foreign ETag": async () => ['if-none-match: "other"'],
  "a record that is known": async () => [`if-none-match: W/${await etag()}`],
  "a page of an allowed origin": async () => [`origin: ${origin}`],
  "a page of another origin": async () => ["origin: https://example.org"],
  "a client that takes compressed bytes": async () => ["accept-encoding: gzip, deflate, br"],
  "a client with a cookie as well": async () => ["cookie: copydesk_session=x"],
};

async function etag(): Promise<string> {
  return /^etag: (.*)$/im.exec(await send(path))![1]!.trim();
}

test.each(Object.keys(cases))("both ways send the same bytes and write the same line: %s", async (name) => {
  const headers = await cases[name]!();
  const short = await sendShort(...headers);
  await expect.poll(() => lines).toHaveLength(1);
  const [line] = lines;
  const long = await send(`${path}?wait=0`, ...headers);
  expect(framed).toHaveLength(1);
  expect(short).toBe(long);
  await expect.poll(() => lines).toHaveLength(1);
  const own = { requestId: expect.stringMatching(/^req_/), time: expect.any(Number), ms: expect.any(Number) };
  expect(line).toEqual({ ...lines[0], ...own });
});

test("both ways are measured alike", async () => {
  const told: unknown[] = [];
  const listen = (message: unknown) => {
    const { name, about, result } = message as Operation<"http_request">;
    if (name === "http_request") told.push({ ...about, ...result, requestId: "" });
  };
  operationsEnded.subscribe(listen);
  try {
    const traceparent = "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    await sendShort(traceparent);
    await expect.poll(() => told).not.toEqual([]);
    const short = told.splice(0).at(-1);
    await send(`${path}?wait=0`, traceparent);
    await expect.poll(() => told).toEqual([short]);
  } finally {
    operationsEnded.unsubscribe(listen);
  }
});

test("each request of a connection counts by its own key and address", async () => {
  const other = (await project.create({ prompt: "Fix the titles." })).headers.get("location")!;
  const foreign = await server.newProject();
  await sendShort();
  const [id, otherId] = [path, other].map((target) => target.slice(target.lastIndexOf("/") + 1));
  const asked: [string, string, string][] = [
    [path, project.key, `200 ${id}`],
    [path, project.key, `200 ${id}`],
    [other, project.key, `200 ${otherId}`],
    [path, foreign.key, "404"],
    [path, `${project.key.slice(0, -1)}~`, "401"],
    [path, project.key, `200 ${id}`],
  ];
  const socket = connect(server.port, "127.0.0.1");
  let received = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    received += text;
  });
  const ends = asked.map((_, index) => (index === asked.length - 1 ? "close" : "keep-alive"));
  for (const [index, [target, key]] of asked.entries())
    socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: ${ends[index]}\r\n${bearer(key)}\r\n\r\n`);
  await once(socket, "close");
  const answers = received.split(/(?=HTTP\/1\.1 )/).map((answer) => {
    const [, status] = /^HTTP\/1\.1 (\d+)/.exec(answer)!;
    const [, found] = /\r\n\r\n\{"id":"(\w+)"/.exec(answer) ?? [];
    return found === undefined ? status : `${status} ${found}`;
  });
  expect(answers).toEqual(asked.map(([, , answer]) => answer));
});

test("a change of the record is seen by the next request", async () => {
  const id = path.slice(path.lastIndexOf("/") + 1);
  for (const title of ["One", "Two"]) {
    await server.store.database.pool.query("update jobs set title = $2 where id = $1", [id, title]);
    expect(await send(path)).toContain(`"title":"${title}"`);
  }
});

test("the framework compresses a long record for clients that accept it", async () => {
  const id = path.slice(path.lastIndexOf("/") + 1);
  const title = "Long ".repeat(300);
  await server.store.database.pool.query("update jobs set title = $2 where id = $1", [id, title]);
  expect(await sendShort()).toContain(title);
  expect(await send(path, "accept-encoding: br")).toContain("content-encoding: br");
  expect(framed).toHaveLength(1);
});

test("refusals and unusual requests are answered by the framework", async () => {
  const refused: [string, string[], number][] = [
    [path.replace(/.$/, "~"), [], 404],
    [path.replace(/.{4}$/, "0000"), [], 404],
    [path.replace(/prj_./, "prj_~"), [], 404],
    [path, [bearer(project.key.replace(/.$/, "~"))], 401],
    [path, [bearer((await server.newProject()).key)], 404],
    [path, ["content-length: 0"], 200],
  ];
  for (const [target, headers, status] of refused) {
    expect(await send(target, ...headers)).toContain(`HTTP/1.1 ${status} `);
    expect([target, headers, framed.length]).toEqual([target, headers, 1]);
    await expect.poll(() => lines).toHaveLength(1);
  }
});

test("a revoked key, or one bound to an address, gets no fast answer", async () => {
  const { database } = server.store;
  const { key, record } = await createApiKey({ database }, project.id, {});
  await sendShort(bearer(key));
  await revokeApiKey({ database }, project.id, record.id);
  await expect.poll(() => send(path, bearer(key))).toContain("HTTP/1.1 401 ");
  const bound = await createApiKey({ database }, project.id, { allowedIps: ["127.0.0.1"] });
  for (const _ of [1, 2]) {
    expect(await send(path, bearer(bound.key))).toContain("HTTP/1.1 200 ");
    expect(framed).toHaveLength(1);
  }
});
