import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient } from "../../sdk/src/create-client.ts";
import {
  ConnectionError,
  CopydeskError,
  RateLimitError,
  TimeoutError,
  UnavailableError,
} from "../../sdk/src/errors.ts";
import { onlyInTestAll } from "../helpers/skip-unless.ts";
import { type ClientScenes, startClientScenes } from "./client-scenes.ts";
import type { Fault } from "./faulty-proxy.ts";
import { createJobLog } from "./job-log.ts";

let scenes: ClientScenes;

beforeAll(async () => {
  scenes = await startClientScenes();
});

afterAll(() => scenes.close());

async function open() {
  const scene = await scenes.open();
  const { project, proxy } = scene;
  return {
    ...scene,
    countJobs: () => count("select count(*) from jobs where project_id = $1", project.id),
    keys: () => proxy.requests.map(({ headers }) => headers["idempotency-key"]),
  };
}

const count = async (text: string, ...values: unknown[]) =>
  Number((await scenes.server.store.database.pool.query(text, values)).rows[0].count);

const failure = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable("the call succeeded"),
    (error: CopydeskError) => error,
  );

describe.concurrent("a call is made once, however often it is sent", () => {
  test(
    "20 creates of which every second answer is lost make 20 jobs",
    onlyInTestAll("the client over many lost connections"),
    async () => {
      const { proxy, clientOf, countJobs, keys } = await open();
      proxy.reset(({ n }) => (n % 2 === 0 ? "drop_after" : "pass"));
      const client = clientOf();
      const ids: string[] = [];
      for (let n = 0; n < 20; n += 1) ids.push((await client.jobs.create({ prompt: `Prompt ${n}` })).id);
      expect(new Set(ids).size).toBe(20);
      expect(await countJobs()).toBe(20);
      expect(proxy.requests.length).toBe(40);
      const sent = keys();
      for (let n = 0; n < 40; n += 2) expect(sent[n]).toBe(sent[n + 1]);
      expect(new Set(sent).size).toBe(20);
    },
  );

  test("a create whose response is cut off is sent again under the same key", async () => {
    const { proxy, clientOf, countJobs, keys } = await open();
    proxy.reset(({ n }) => (n < 2 ? { cut: (piece) => piece.length >> (n + 1) } : "pass"));
    const { id } = await clientOf().jobs.create({ prompt: "x" });
    expect([id.startsWith("job_"), await countJobs(), keys().length]).toEqual([true, 1, 3]);
    expect(new Set(keys()).size).toBe(1);
  });

  test("10 creates at once of which every second answer is lost make 10 jobs", async () => {
    const { proxy, clientOf, countJobs } = await open();
    proxy.reset(({ n }) => (n % 2 === 0 ? "drop_after" : "pass"));
    const client = clientOf();
    const prompts = Array.from({ length: 10 }, (_, n) => ({ prompt: `Prompt ${n}` }));
    const jobs = await Promise.all(prompts.map((body) => client.jobs.create(body)));
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(10);
    expect(await countJobs()).toBe(10);
  });

  test("messages of which every second answer is lost are each said once", async () => {
    const { proxy, clientOf } = await open();
    const client = clientOf();
    const { id } = await client.jobs.create({ prompt: "x" });
    proxy.reset(({ n }) => (n % 2 === 0 ? "drop_after" : "pass"));
    for (let n = 0; n < 5; n += 1) await client.jobs.message(id, { prompt: `Message ${n}` });
    const said = "select count(*) from job_events where job_id = $1 and kind = 'message'";
    expect([await count(said, id), proxy.requests.length]).toEqual([5, 10]);
  });

  test("a key of the caller's own makes one job of two calls", async () => {
    const { clientOf, countJobs } = await open();
    const client = clientOf();
    const options = { idempotencyKey: "release-17" };
    const first = await client.jobs.create({ prompt: "x" }, options);
    expect(await client.jobs.create({ prompt: "x" }, options)).toEqual(first);
    const other = await failure(client.jobs.create({ prompt: "y" }, options));
    expect(other).toMatchObject({ name: "ConflictError", code: "idempotency_key_reused", status: 422 });
    expect(await countJobs()).toBe(1);
  });

  test("a cancel whose response is lost is sent again, returns the cancelled job, and has cancelled it once", async () => {
    const { proxy, clientOf } = await open();
    const client = clientOf();
    const { id } = await client.jobs.create({ prompt: "x" });
    proxy.reset(({ n }) => (n === 0 ? "drop_after" : "pass"));
    expect(await client.jobs.cancel(id)).toMatchObject({ id, status: "failed", reason: "cancelled" });
    expect(proxy.requests.length).toBe(2);
    const cancels = "select count(*) from job_events where job_id = $1 and kind = 'failed'";
    expect(await count(cancels, id)).toBe(1);
  });

  test("a lost answer does not hide that a job ended by itself before the cancel", async () => {
    const { proxy, clientOf } = await open();
    const client = clientOf();
    const { id } = await client.jobs.create({ prompt: "x" });
    await createJobLog(scenes.server.store).end(id);
    proxy.reset(({ n }) => (n === 0 ? "drop_before" : "pass"));
    expect(await failure(client.jobs.cancel(id))).toMatchObject({ code: "job_not_active", attempts: 2 });
  });

  test("opening a preview's pull request is asked again, and is open once", async () => {
    const { proxy, clientOf } = await open();
    const client = clientOf();
    const { id } = await client.jobs.create({ prompt: "x", mode: "preview" });
    await createJobLog(scenes.server.store).setStatus(id, "completed", "preview_ready");
    proxy.reset(({ n }) => (n === 0 ? "drop_after" : "pass"));
    expect(await client.jobs.openPullRequest(id)).toMatchObject({ id, status: "active" });
    expect(await failure(client.jobs.openPullRequest(id))).toMatchObject({ code: "no_preview" });
    const asked = "select count(*) from job_events where job_id = $1 and kind = 'pull_request_requested'";
    expect(await count(asked, id)).toBe(1);
  });
});

describe.concurrent("what passes is tried again", () => {
  test.each<[string, Fault]>([
    ["a connection that is closed", "drop_before"],
    ["500", { status: 500 }],
    ["502 with a page of a proxy", { status: 502, body: "<h1>Bad gateway</h1>" }],
    ["503", { status: 503 }],
    ["504", { status: 504 }],
    ["429 with a short wait", { status: 429, headers: { "retry-after": "0" } }],
    ["408", { status: 408 }],
    ["a response that is cut off", { cut: (piece) => piece.length >> 1 }],
    [
      "a response that is cut off where the connection does not tell",
      { status: 200, headers: { "content-type": "application/json" }, body: '{"id":"jo' },
    ],
  ])("%s", async (_, fault) => {
    const { proxy, clientOf } = await open();
    const { id } = await clientOf().jobs.create({ prompt: "x" });
    proxy.reset(({ n }) => (n === 0 ? fault : "pass"));
    expect(await clientOf().jobs.get(id)).toMatchObject({ id });
    expect(proxy.requests.length).toBe(2);
  });

  test("not before Retry-After has passed", async () => {
    const { proxy, clientOf } = await open();
    proxy.reset(({ n }) => (n === 0 ? { status: 503, headers: { "retry-after": "2" } } : "pass"));
    await clientOf().jobs.page();
    const [first, second] = proxy.requests;
    expect(second!.at - first!.at).toBeGreaterThan(1_990);
  });

  test(
    "nor before a Retry-After that is a date",
    onlyInTestAll("the client over many lost connections"),
    async () => {
      const { proxy, clientOf } = await open();
      const date = new Date(Date.now() + 3_000).toUTCString();
      proxy.reset(({ n }) => (n === 0 ? { status: 503, headers: { "retry-after": date } } : "pass"));
      await clientOf().jobs.page();
      const [first, second] = proxy.requests;
      expect(second!.at - first!.at).toBeGreaterThan(1_500);
    },
  );

  test.each([0, 1, 2])("at most retries: %i times", async (retries) => {
    const { proxy, clientOf, keys } = await open();
    proxy.reset(() => ({ status: 503, headers: { "retry-after": "0" } }));
    const error = await failure(clientOf({ retries }).jobs.create({ prompt: "x" }));
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ status: 503, attempts: retries + 1, retryAfterSeconds: 0 });
    expect(proxy.requests.length).toBe(retries + 1);
    expect(new Set(keys()).size).toBe(1);
  });

  test("4 times when nothing else is said", async () => {
    const { proxy, clientOf } = await open();
    proxy.reset(() => "drop_before");
    const error = await failure(clientOf().jobs.page());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ code: "connection_failed", status: null, attempts: 5 });
    expect(proxy.requests.length).toBe(5);
  });

  test("a service that does not answer in time ends as a TimeoutError", async () => {
    const { proxy, clientOf } = await open();
    proxy.reset(() => "hang");
    const error = await failure(clientOf({ timeoutMs: 50, retries: 1 }).jobs.page());
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ code: "timeout", attempts: 2, status: null });
  });
});

describe.concurrent("what does not pass is not tried again", () => {
  test("a wait that is longer than a minute is left to the caller", async () => {
    const { proxy } = await open();
    const limited = await scenes.server.newProject();
    const client = createClient({ url: proxy.url, projectId: limited.id, apiKey: limited.key });
    for (let n = 0; n < 100; n += 1) await limited.create({ prompt: "x" });
    proxy.reset();
    const error = await failure(client.jobs.create({ prompt: "x" }));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ code: "rate_limited", status: 429, attempts: 1 });
    expect(error.retryAfterSeconds).toBeGreaterThan(3_000);
    expect(proxy.requests.length).toBe(1);
  });

  test.each<[string, Fault, object]>([
    ["a redirect", { status: 302, headers: { location: "/elsewhere" } }, { status: 302 }],
    ["a page of something else", { status: 200, headers: { "content-type": "text/html" } }, { status: 200 }],
    ["a status that the API does not know", { status: 418, body: "{}" }, { name: "ValidationError" }],
  ])("%s", async (_, fault, expected) => {
    const { proxy, clientOf } = await open();
    proxy.reset(() => fault);
    const error = await failure(clientOf().jobs.page());
    expect(error).toBeInstanceOf(CopydeskError);
    expect(error).toMatchObject({ code: "unexpected_response", ...expected });
    expect(proxy.requests.length).toBe(1);
  });
});

describe.concurrent("a signal ends a call with its reason", () => {
  const reason = new Error("enough");

  test("before it begins", async () => {
    const { proxy, clientOf } = await open();
    const signal = AbortSignal.abort(reason);
    expect(await failure(clientOf().jobs.create({ prompt: "x" }, { signal }))).toBe(reason);
    expect(await failure(clientOf().jobs.wait("job_x", { signal }))).toBe(reason);
    expect(await failure(clientOf().jobs.stream("job_x", { signal }).next())).toBe(reason);
    expect(proxy.requests.length).toBe(0);
  });

  test.each<[string, Fault]>([
    ["while the service is silent", "hang"],
    ["while it waits for the next try", { status: 503, headers: { "retry-after": "60" } }],
  ])("%s", async (_, fault) => {
    const { proxy, clientOf } = await open();
    const controller = new AbortController();
    proxy.reset(() => {
      setTimeout(() => controller.abort(reason), 100);
      return fault;
    });
    const client = clientOf();
    const { signal } = controller;
    expect(await failure(client.jobs.create({ prompt: "x" }, { signal }))).toBe(reason);
    expect(await failure(client.models.list({ signal }))).toBe(reason);
    expect(proxy.requests.length).toBe(1);
  });

  test("and has nothing left of a call that has ended", async () => {
    const { proxy, clientOf } = await open();
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    const { jobs } = clientOf();
    const { id } = await jobs.create({ prompt: "x" });
    proxy.reset(({ n }) => (n % 2 === 0 ? { status: 503 } : "pass"));
    await jobs.get(id, { signal });
    await jobs.cancel(id, { signal });
    await jobs.wait(id, { signal });
    for await (const _ of jobs.stream(id, { signal })) void _;
    for await (const _ of jobs.list({ signal })) void _;
    expect(listeners).toBe(0);
  });
});
