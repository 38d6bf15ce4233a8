import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSlowRequest } from "../helpers/slow-client.ts";
import { startTestServer, type TestProject, type TestServer } from "../helpers/test-server.ts";

const socketCount = 200;
// 15 s on a machine that does nothing else.
const limitMs = process.env.COPYDESK_FULL_FAULTS === "1" ? 15_000 : 150_000;

let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.newProject();
});

afterAll(() => server.close());

test.concurrent(`${socketCount} sockets that send a byte a second are closed by the server, while others are served`, async () => {
  const target = { path: new URL(project.jobs).pathname, key: project.key };
  const clients = Array.from({ length: socketCount }, (_, index) =>
    startSlowRequest(server.port, target, index),
  );
  const closed = Promise.all(clients.map((client) => client.closedAfterMs));
  const others = [];
  for (let round = 0; round < 50; round += 1) {
    others.push((await fetch(`${server.url}/readyz`)).status);
    await sleep(50);
  }
  expect(new Set(others)).toEqual(new Set([200]));
  expect(Math.max(...(await closed))).toBeLessThan(limitMs);
  for (const client of clients.filter((_, index) => index % 4 !== 0)) {
    expect(client.received()).toMatch(/^HTTP\/1\.1 408 /);
    expect(client.received()).toContain('"code":"request_timeout"');
  }
});

test.concurrent("a socket that sends nothing at all is closed by the server", async () => {
  const socket = connect(server.port, "127.0.0.1");
  const start = performance.now();
  socket.on("error", () => undefined).resume();
  await once(socket, "close");
  expect(performance.now() - start).toBeLessThan(limitMs);
});

test.concurrent("a client that waits for a job is not taken for a slow one", async () => {
  const created = await project.create({ prompt: "x" });
  const { id } = (await created.json()) as { id: string };
  const answer = await project.get(`/${id}?wait=16`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ id, status: "active" });
});
