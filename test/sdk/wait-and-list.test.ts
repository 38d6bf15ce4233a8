import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CopydeskError } from "../../sdk/src/errors.ts";
import type { JobRecord } from "../../sdk/src/generated-types.ts";
import { onlyInTestAll } from "../helpers/skip-unless.ts";
import { type ClientScenes, startClientScenes } from "./client-scenes.ts";
import type { Fault } from "./faulty-proxy.ts";
import { createJobLog } from "./job-log.ts";

let scenes: ClientScenes;
let log: ReturnType<typeof createJobLog>;

beforeAll(async () => {
  scenes = await startClientScenes();
  log = createJobLog(scenes.server.store);
});

afterAll(() => scenes.close());

async function open() {
  const scene = await scenes.open();
  const { proxy } = scene;
  return {
    ...scene,
    waits: () => proxy.requests.flatMap(({ path }) => /wait=(\d+)/.exec(path)?.[1] ?? []),
  };
}

const failure = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable("the call succeeded"),
    (error: CopydeskError) => error,
  );

describe.concurrent("wait", () => {
  test("answers the record when the job has ended, in one request", async () => {
    const { clientOf, newJob, waits } = await open();
    const id = await newJob();
    setTimeout(() => log.end(id), 300);
    expect(await clientOf().jobs.wait(id)).toMatchObject({ id, status: "completed", reason: "no_changes" });
    expect(waits()).toEqual(["30"]);
  });

  test.each(["failed", "archived"])("answers a job that is %s, and does not throw", async (status) => {
    const { clientOf, newJob } = await open();
    const id = await newJob();
    await log.setStatus(id, status, "model_error");
    expect(await clientOf().jobs.wait(id)).toMatchObject({ id, status });
  });

  test("tells of progress: the record at once, and after each change", async () => {
    const { clientOf, newJob, waits } = await open();
    const id = await newJob();
    const seen: JobRecord["reason"][] = [];
    const job = await clientOf().jobs.wait(id, {
      async onProgress({ reason }) {
        seen.push(reason);
        if (reason === "queued") setTimeout(() => log.setStatus(id, "active", "running"), 200);
        if (reason === "running") setTimeout(() => log.end(id), 200);
      },
    });
    expect(seen).toEqual(["queued", "running", "no_changes"]);
    expect(job.status).toBe("completed");
    // One request for each: none of them came back without news.
    expect(waits()).toEqual(["0", "30", "30"]);
  });

  test("tells of no progress when nothing has changed, and asks on", async () => {
    const record = JSON.stringify({ id: "job_x", status: "active" });
    const ended = JSON.stringify({ id: "job_x", status: "completed" });
    const headers = { "content-type": "application/json", etag: '"1"' };
    const asked: (string | null)[] = [];
    const { clientOf } = await open();
    const client = clientOf({
      async fetch(_, init) {
        asked.push(new Headers(init?.headers).get("if-none-match"));
        if (asked.length === 2) return new Response(null, { status: 304 });
        return new Response(asked.length === 1 ? record : ended, { headers });
      },
    });
    const seen: string[] = [];
    await client.jobs.wait("job_x", { onProgress: ({ status }) => void seen.push(status) });
    expect([seen, asked]).toEqual([
      ["active", "completed"],
      [null, '"1"', '"1"'],
    ]);
  });

  test("tells of progress also where something on the way takes the ETag off", async () => {
    const { clientOf, newJob, waits } = await open();
    const id = await newJob();
    const fetchWithout: typeof fetch = async (input, init) => {
      const { body, status, headers } = await fetch(input, init);
      return new Response(body, { status, headers: [...headers].filter(([name]) => name !== "etag") });
    };
    const seen: JobRecord["reason"][] = [];
    await clientOf({ fetch: fetchWithout }).jobs.wait(id, {
      onProgress({ reason }) {
        seen.push(reason);
        setTimeout(() => log.end(id), 100);
      },
    });
    expect([seen, waits()]).toEqual([
      ["queued", "no_changes"],
      ["0", "5"],
    ]);
  });

  test("throws what onProgress throws, also when it promised", async () => {
    const { clientOf, newJob } = await open();
    const id = await newJob();
    const reason = new Error("no more");
    const onProgress = () => Promise.reject(reason);
    expect(await failure(clientOf().jobs.wait(id, { onProgress }))).toBe(reason);
  });

  test(
    "goes on over lost connections, 503, a proxy's page and answers that are cut off",
    onlyInTestAll("the client over many lost connections"),
    async () => {
      const { proxy, clientOf, newJob } = await open();
      const id = await newJob();
      const faults: Fault[] = [
        "drop_before",
        { status: 503, headers: { "retry-after": "1" } },
        "drop_after",
        { status: 502, body: "<h1>Bad gateway</h1>" },
        { cut: () => 20 },
      ];
      await log.end(id);
      proxy.reset(({ n }) => faults[n] ?? "pass");
      expect(await clientOf().jobs.wait(id)).toMatchObject({ id, status: "completed" });
      expect(proxy.requests.length).toBe(6);
    },
  );

  test("ends as a TimeoutError when the job is still active, whatever the service does meanwhile", async () => {
    const { proxy, clientOf, newJob } = await open();
    const id = await newJob();
    for (const fault of ["pass", "hang", "drop_before"] satisfies Fault[]) {
      proxy.reset(() => fault);
      const error = await failure(clientOf().jobs.wait(id, { timeoutMs: 700 }));
      expect(error).toMatchObject({ name: "TimeoutError", code: "timeout", status: null });
      expect(error.detail).toContain(`${id} is still active after 0.7 s`);
    }
  });

  test("ends with the signal's reason, and takes its request back", async ({ expect }) => {
    const { proxy, clientOf, newJob } = await open();
    const id = await newJob();
    const controller = new AbortController();
    const reason = new Error("enough");
    setTimeout(() => controller.abort(reason), 200);
    expect(await failure(clientOf().jobs.wait(id, { signal: controller.signal }))).toBe(reason);
    await expect.poll(() => proxy.open()).toBe(0);
  });

  test("ends with what does not pass, and with an outage that is too long", async () => {
    const { proxy, clientOf } = await open();
    const missing = await failure(clientOf().jobs.wait("job_0000000000000000000000"));
    expect(missing).toMatchObject({ name: "NotFoundError", code: "job_not_found" });
    proxy.reset(() => ({ status: 503 }));
    const away = await failure(clientOf().jobs.wait("job_x", { outageMs: 1_000 }));
    expect(away).toMatchObject({ name: "UnavailableError", status: 503 });
    expect(proxy.requests.length).toBeGreaterThan(1);
  });
});

describe.concurrent("list", () => {
  test("goes through every page, newest first, and asks for no page that is not needed", async () => {
    const { proxy, clientOf, newJob } = await open();
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.unshift(await newJob());
    proxy.reset();
    const seen: string[] = [];
    for await (const { id } of clientOf().jobs.list({ limit: 3 })) seen.push(id);
    expect(seen).toEqual(ids);
    expect(proxy.requests.length).toBe(3);
    proxy.reset();
    for await (const { id } of clientOf().jobs.list({ limit: 3 })) if (id === ids[3]) break;
    expect(proxy.requests.length).toBe(2);
  });

  test("filters, and is empty when there is nothing", async () => {
    const { clientOf, newJob } = await open();
    const [active, ended] = [await newJob(), await newJob()];
    await log.end(ended);
    const list = async (status: JobRecord["status"]) => {
      const found: string[] = [];
      for await (const { id } of clientOf().jobs.list({ status })) found.push(id);
      return found;
    };
    expect([await list("active"), await list("completed"), await list("failed")]).toEqual([
      ...[[active], [ended], []],
    ]);
  });

  test("page answers one page and the way to the next", async () => {
    const { clientOf, newJob } = await open();
    const [first, second] = [await newJob(), await newJob()];
    const page = await clientOf().jobs.page({ limit: 1 });
    expect(page.data.map(({ id }) => id)).toEqual([second]);
    const next = await clientOf().jobs.page({ limit: 1, cursor: page.nextCursor! });
    expect(next).toMatchObject({ data: [{ id: first }], nextCursor: null });
  });

  test("events answers pages too", async () => {
    const { clientOf, newJob } = await open();
    const id = await newJob();
    await log.end(id);
    const { jobs } = clientOf();
    expect(await jobs.events(id, { limit: 1 })).toMatchObject({ data: [{ seq: 1 }], nextAfter: 1 });
    expect(await jobs.events(id, { after: 1 })).toMatchObject({ data: [{ seq: 2 }], nextAfter: null });
  });
});
