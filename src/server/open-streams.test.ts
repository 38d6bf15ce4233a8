import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestProject, type TestServer } from "../../test/helpers/test-server.ts";
import { createApiKey } from "../api-keys/create-api-key.ts";

const streamsPerKey = 100;
let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await startTestServer({ streamsPerKey });
  project = await server.newProject();
});

afterAll(() => server.close());

async function newJob(): Promise<string> {
  return ((await (await project.create({ prompt: "x" })).json()) as { id: string }).id;
}

test("a key may have 100 streams and waits open, and again as soon as they are closed", async () => {
  const id = await newJob();
  const { key } = await createApiKey({ database: server.store.database }, project.id, {});
  const opened: AbortController[] = [];
  const ask = (path: string, headers: Record<string, string>): Promise<Response> => {
    const stop = new AbortController();
    opened.push(stop);
    return fetch(`${project.jobs}/${id}${path}`, { headers, signal: stop.signal });
  };
  const bearer = { authorization: `Bearer ${project.key}` };
  const follow = (headers: Record<string, string> = bearer) =>
    ask("/events", { ...headers, accept: "text/event-stream" });
  const waits = Array.from({ length: 50 }, () => ask("?wait=60", bearer).catch(() => null));
  const streams = Array.from({ length: 60 }, () => follow());
  // The waits may arrive after the streams: then they are refused instead.
  const first = await Promise.all(streams);
  const refusedStreams = first.filter(({ status }) => status === 429);
  const refusedWaits: Response[] = [];
  for (const wait of waits) void wait.then((answer) => answer !== null && refusedWaits.push(answer));
  await expect.poll(() => refusedStreams.length + refusedWaits.length).toBe(10);
  const refused = (await follow()) as Response;
  expect([refused.status, refused.headers.get("retry-after"), await refused.json()]).toMatchObject([
    429,
    "5",
    { code: "too_many_streams" },
  ]);
  expect((await fetch(`${project.jobs}/${id}`, { headers: bearer })).status).toBe(200);
  expect((await follow({ authorization: `Bearer ${key}` })).status).toBe(200);
  for (const stop of opened) stop.abort();
  await expect.poll(async () => (await follow()).status).toBe(200);
  for (const stop of opened) stop.abort();
});
