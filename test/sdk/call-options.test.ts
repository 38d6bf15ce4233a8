import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import packageJson from "../../sdk/package.json" with { type: "json" };
import { type ClientOptions, createClient } from "../../sdk/src/create-client.ts";
import { type CopydeskError, NotFoundError, TimeoutError } from "../../sdk/src/errors.ts";
import { version } from "../../sdk/src/version.ts";
import { type ClientScenes, startClientScenes } from "./client-scenes.ts";
import { createJobLog } from "./job-log.ts";

let scenes: ClientScenes;

beforeAll(async () => {
  scenes = await startClientScenes();
});

afterAll(() => scenes.close());

const failure = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable("the call succeeded"),
    (error: CopydeskError) => error,
  );

/** A client whose requests are only looked at. */
function seeing(options: Partial<ClientOptions> = {}) {
  const seen: Headers[] = [];
  const client = createClient({
    ...{ url: "http://copydesk.test", projectId: "prj_x", apiKey: "cpd_x" },
    async fetch(_, init) {
      seen.push(new Headers(init?.headers));
      return Response.json({ data: [], nextCursor: null });
    },
    ...options,
  });
  return { client, seen };
}

describe.concurrent("withResponse", () => {
  test("has the data with the response of the last attempt", async () => {
    const { proxy, clientOf } = await scenes.open();
    proxy.reset(({ n }) => (n === 0 ? { status: 503, headers: { "retry-after": "0" } } : "pass"));
    const call = clientOf().jobs.create({ prompt: "x" });
    const { data, response, requestId } = await call.withResponse();
    expect(response.status).toBe(201);
    expect(response.headers.get("location")).toContain(data.id);
    expect(requestId).toMatch(/^req_/);
    expect(await call).toBe(data);
    expect(proxy.requests.length).toBe(2);
  });

  test("rejects as the call does, and leaves no other rejection behind", async () => {
    const { clientOf } = await scenes.open();
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on("unhandledRejection", note);
    try {
      const call = clientOf().jobs.get("job_0000000000000000000000").withResponse();
      expect(await failure(call)).toBeInstanceOf(NotFoundError);
      await sleep(20);
    } finally {
      process.off("unhandledRejection", note);
    }
    expect(unhandled).toEqual([]);
  });

  test("of a cancel that was repeated, the one of the job", async () => {
    const { proxy, clientOf, newJob } = await scenes.open();
    const id = await newJob();
    proxy.reset(({ n }) => (n === 0 ? "drop_after" : "pass"));
    const { data, response } = await clientOf().jobs.cancel(id).withResponse();
    expect([data.reason, response.status]).toEqual(["cancelled", 200]);
  });
});

describe.concurrent("a call has limits of its own", () => {
  test("retries", async () => {
    const { proxy, clientOf } = await scenes.open();
    proxy.reset(() => ({ status: 503, headers: { "retry-after": "0" } }));
    const error = await failure(clientOf({ retries: 3 }).jobs.page({ retries: 1, limit: 7 }));
    expect([error.attempts, proxy.requests.length]).toEqual([2, 2]);
    expect(proxy.requests[0]?.path).toMatch(/\/jobs\?limit=7$/);
    await failure(clientOf({ retries: 3 }).jobs.create({ prompt: "x" }, { retries: 0 }));
    expect(proxy.requests.length).toBe(3);
  });

  test("timeoutMs", async () => {
    const { proxy, clientOf } = await scenes.open();
    proxy.reset(() => "hang");
    const error = await failure(clientOf().models.list({ timeoutMs: 50, retries: 0 }));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error.detail).toContain("0.05 s");
  });

  test.each([{ retries: -1 }, { retries: 0.5 }, { timeoutMs: 0 }, { timeoutMs: Number.NaN }])(
    "%j is refused before anything is sent",
    async (options) => {
      const { client, seen } = seeing();
      await expect(client.jobs.get("job_x", options)).rejects.toThrow(TypeError);
      if ("timeoutMs" in options) await expect(client.jobs.wait("job_x", options)).rejects.toThrow(TypeError);
      expect(seen).toEqual([]);
    },
  );
});

describe("headers", () => {
  test("a call names the client and its version, which is the package's", async () => {
    const { client, seen } = seeing();
    await client.jobs.page();
    expect(seen[0]?.get("user-agent")).toBe(`copydesk-sdk/${version}`);
    expect(version).toBe(packageJson.version);
  });

  test("the client's are sent with every request, and a call's replace them", async () => {
    const headers = { "X-Team": "docs", "x-trace": "1", "User-Agent": "portal/2" };
    const { client, seen } = seeing({ headers });
    await client.jobs.page({ headers: { "x-team": "web", accept: "text/plain" } });
    await client.service.live();
    await client.jobs.wait("job_x", { headers: { "x-trace": "2" } });
    await client.jobs.createAndWait({ prompt: "x" }, { headers: { "x-trace": "3" } }).catch(() => undefined);
    const of = (name: string) => seen.map((one) => one.get(name));
    expect(of("x-team")).toEqual(["web", "docs", "docs", "docs"]);
    expect(of("x-trace").slice(0, 4)).toEqual(["1", "1", "2", "3"]);
    expect(new Set(of("user-agent"))).toEqual(new Set(["portal/2"]));
    expect(of("accept")[0]).toBe("application/json");
  });

  test("an idempotency key is that of the call, whatever else is given", async () => {
    const { client, seen } = seeing({ headers: { "idempotency-key": "always" } });
    await client.jobs.create({ prompt: "x" }, { idempotencyKey: "once" });
    expect(seen[0]?.get("idempotency-key")).toBe("once");
  });

  test("what cannot be sent is refused at once, without showing it", () => {
    expect(() => seeing({ headers: { "x-token": "secret\n1" } })).toThrow(
      expect.objectContaining({ name: "TypeError", message: expect.not.stringContaining("secret") }),
    );
  });
});

describe.concurrent("a function for the key", () => {
  test("is called for each attempt, so that a key can be replaced meanwhile", async () => {
    const { project, proxy, clientOf } = await scenes.open();
    let calls = 0;
    const apiKey = async () => {
      calls += 1;
      return calls === 1 ? "cpd_first" : project.key;
    };
    proxy.reset(({ n }) => (n === 0 ? { status: 503, headers: { "retry-after": "0" } } : "pass"));
    expect((await clientOf({ apiKey }).jobs.page()).data).toEqual([]);
    expect(proxy.requests.map(({ headers }) => headers.authorization)).toEqual([
      ...["Bearer cpd_first", `Bearer ${project.key}`],
    ]);
  });

  test("is not called for the service itself, which needs none", async () => {
    const { client, seen } = seeing({ apiKey: () => expect.unreachable("it was called") });
    await client.service.ready();
    expect(seen[0]?.get("authorization")).toBeNull();
  });

  test("ends the call with what it throws, and with a TypeError that does not show what is no key", async () => {
    const reason = new Error("the vault is closed");
    const { client, seen } = seeing({ apiKey: () => Promise.reject(reason) });
    expect(await failure(client.jobs.get("job_x"))).toBe(reason);
    const other = await failure(seeing({ apiKey: () => "secret\n" }).client.jobs.get("job_x"));
    expect([other.name, other.message.includes("secret")]).toEqual(["TypeError", false]);
    expect(seen).toEqual([]);
  });

  test("counts into the time of the attempt, and is left alone by a call that is aborted", async () => {
    const { client } = seeing({ apiKey: () => new Promise(() => undefined), retries: 0, timeoutMs: 50 });
    expect(await failure(client.jobs.get("job_x"))).toBeInstanceOf(TimeoutError);
    const reason = new Error("enough");
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 20);
    const { signal } = controller;
    expect(await failure(client.jobs.get("job_x", { signal, timeoutMs: 60_000 }))).toBe(reason);
  });
});

describe.concurrent("createAndWait", () => {
  test("creates one job, also over lost responses, and returns it when it has ended", async () => {
    const { proxy, clientOf } = await scenes.open();
    proxy.reset(({ n }) => (n === 0 ? "drop_after" : "pass"));
    const log = createJobLog(scenes.server.store);
    const seen: string[] = [];
    const job = await clientOf().jobs.createAndWait(
      { prompt: "x" },
      {
        idempotencyKey: "release-17",
        async onProgress({ id, status }) {
          seen.push(status);
          if (status === "active") await log.end(id);
        },
      },
    );
    expect([job.status, seen]).toEqual(["completed", ["active", "completed"]]);
    const keys = proxy.requests.map(({ headers }) => headers["idempotency-key"]);
    expect(keys.slice(0, 3)).toEqual(["release-17", "release-17", undefined]);
  });

  test("names the job in the error when the wait ends before the job does", async () => {
    const { clientOf } = await scenes.open();
    const { jobs } = clientOf();
    const error = await failure(jobs.createAndWait({ prompt: "x" }, { timeoutMs: 300 }));
    expect(error).toBeInstanceOf(TimeoutError);
    expect((await jobs.get(error.jobId!)).status).toBe("active");
  });

  test("names no job when there is none", async () => {
    const { clientOf } = await scenes.open();
    const error = await failure(clientOf().jobs.createAndWait({ prompt: "" }));
    expect(error).toMatchObject({ name: "ValidationError", jobId: null });
    const missing = await failure(clientOf().jobs.diff("job_0000000000000000000000"));
    expect(missing.jobId).toBe("job_0000000000000000000000");
  });
});
