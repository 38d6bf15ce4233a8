import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import {
  type FakeServer,
  type Fault,
  startFakeServer,
} from "../../../test/helpers/code-hosts/fake-server.ts";
import { createRestClient } from "./create-rest-client.ts";

let server: FakeServer;
let done: number;

afterEach(() => server.close());

async function start(faults: Fault[] = []) {
  done = 0;
  const waits: number[] = [];
  server = await startFakeServer({
    gitRoot: "/nowhere",
    gitPath: () => null,
    mayUseGit: () => false,
    async handle({ method, headers }) {
      if (method !== "GET") done += 1;
      const etag = `"${done}"`;
      if (headers["if-none-match"] === etag) return { status: 304, headers: { etag } };
      return { status: 200, headers: { etag }, body: { done } };
    },
  });
  for (const fault of faults) server.fail(fault);
  const client = createRestClient({
    host: "Host",
    baseUrl: `${server.url}/api`,
    headers: { authorization: "token s3cret-token" },
    secrets: ["s3cret-token"],
    fetch,
    readText: (body) => (body as { message?: string }).message ?? "",
    readDetails: (body) => ({ reason: (body as { reason?: string }).reason }),
    sleep: async (ms) => void waits.push(ms),
  });
  const schema = z.object({ done: z.number() });
  return {
    waits,
    get: () => client.request({ path: "/thing", action: "read the thing", schema }),
    post: (repeatable?: boolean) =>
      client.request({ method: "POST", path: "/thing", body: {}, action: "make it", schema, repeatable }),
    request: client.request,
    schema,
  };
}

const failing = { status: 500, body: { message: "Out of order" } };

test("retries a GET after a failure, with growing pauses, five times at most", async () => {
  const { get, waits } = await start([{ before: failing, times: 9 }]);
  await expect(get()).rejects.toMatchObject({
    code: "code_host_unavailable",
    message: "Could not read the thing: Host answered 500: Out of order.",
  });
  expect(server.requests).toHaveLength(5);
  expect(waits).toHaveLength(4);
  expect(waits[3]!).toBeGreaterThan(waits[0]!);
});

test("does not retry a POST that may have been carried out, unless it is repeatable", async () => {
  const { post } = await start([{ after: failing, times: 2 }]);
  await expect(post()).rejects.toMatchObject({ code: "code_host_unavailable" });
  expect(done).toBe(1);
  await post(true);
  expect(done).toBe(3);
});

test.each([
  ["429 with seconds", { status: 429, headers: { "retry-after": "7" } }, 7_000],
  ["403 of a secondary limit", { status: 403, headers: { "retry-after": "3" } }, 3_000],
  ["503 with seconds", { status: 503, headers: { "retry-after": "2" } }, 2_000],
])("%s makes it wait as long as the host says", async (_, before, ms) => {
  const { get, waits } = await start([{ before }]);
  await get();
  expect(waits).toEqual([ms]);
});

test("retries a POST after 429, because the host has not carried it out", async () => {
  const { post, waits } = await start([{ before: { status: 429, headers: { "retry-after": "1" } } }]);
  await post();
  expect(waits).toEqual([1_000]);
});

test("leaves a wait of more than a minute to the caller", async () => {
  const { get, waits } = await start([
    { before: { status: 429, headers: { "retry-after": "3600" } }, times: 9 },
  ]);
  await expect(get()).rejects.toThrow("It asks to wait 3600 s.");
  expect(waits).toEqual([]);
});

test("says when an exhausted limit ends", async () => {
  const reset = String(Math.ceil(Date.now() / 1_000) + 30);
  const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };
  const { get, waits } = await start([{ before: { status: 403, headers } }]);
  await get();
  expect(waits[0]!).toBeGreaterThan(1_000);
  expect(waits[0]!).toBeLessThanOrEqual(31_000);
});

test("does not download an unchanged answer again", async () => {
  const { get, post } = await start();
  const first = await get();
  expect((await get()).data).toEqual(first.data);
  expect(server.requests.map(({ status }) => status)).toEqual([200, 304]);
  await post();
  expect((await get()).data).toEqual({ done: 1 });
});

test.each([
  [401, "code_host_unauthorized"],
  [403, "code_host_forbidden"],
  [404, "code_host_refused"],
  [422, "code_host_refused"],
])("%s is %s after one request", async (status, code) => {
  const { get } = await start([{ before: { status, body: { message: "No: s3cret-token" } }, times: 9 }]);
  const error = await get().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code, details: { status } });
  expect(String(error)).not.toContain("s3cret-token");
  expect(server.requests).toHaveLength(1);
});

test("adds the host's own error name to the error", async () => {
  const { get } = await start([
    { before: { status: 409, body: { message: "No.", reason: "stale", status: 1 } } },
  ]);
  await expect(get()).rejects.toMatchObject({
    details: { status: 409, hostText: "No.", reason: "stale" },
  });
});

test("treats a lost connection like any other failure", async () => {
  const { get } = await start([{ before: "drop", times: 2 }]);
  expect((await get()).data).toEqual({ done: 0 });
});

test("does not request a page from another server", async () => {
  const { request, schema } = await start();
  const asking = request({ path: "http://127.0.0.1:9/api/thing?page=2", action: "read on", schema });
  await expect(asking).rejects.toMatchObject({ code: "url_not_allowed" });
  expect(server.requests).toEqual([]);
});
