import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeBrowser, executablePath, inBrowser } from "../helpers/browser.ts";
import { skipUnless } from "../helpers/skip-unless.ts";
import { startTestServer } from "../helpers/test-server.ts";
import { type ClientScene, type ClientScenes, startClientScenes } from "./client-scenes.ts";
import { createJobLog } from "./job-log.ts";
import { findNode, type PackedClient, packClient } from "./pack-client.ts";

const execute = promisify(execFile);
const tsc = join(import.meta.dirname, "../../node_modules/.bin/tsc");
const node20 = await findNode(20);
const needsNode20 = skipUnless(node20 !== null, "the PATH has no Node 20");

let scenes: ClientScenes;
let client: PackedClient;

beforeAll(async () => {
  [client, scenes] = await Promise.all([packClient(), startClientScenes()]);
});

afterAll(async () => {
  await scenes.close();
  await client.remove();
});

/**
 * What a program does with the client, as the text of a function of the package's module and settings;
 * answers what it saw.
 */
const program = `async (sdk, settings) => {
  const client = sdk.createClient(settings);
  const created = await client.jobs.create({ prompt: "Grüße, 日本語, 👩‍👩‍👧‍👦" });
  const { id } = created;
  const again = await client.jobs.create({ prompt: "y" });
  const reason = new Error("enough");
  const failures = await Promise.all([
    client.jobs.wait(id, { timeoutMs: 100 }),
    client.jobs.wait(id, { signal: AbortSignal.timeout(100) }),
    client.jobs.get(id, { signal: AbortSignal.abort(reason) }),
    client.jobs.get("job_0000000000000000000000"),
    client.models.list({ signal: AbortSignal.timeout(300) }),
  ].map((call) => call.catch((error) => error.name)));
  for await (const event of client.jobs.stream(id)) if (event.seq === 1) break;
  const ids = [];
  for await (const job of client.jobs.list({ limit: 1 })) ids.push(job.id);
  await client.jobs.message(id, { prompt: "more" });
  await fetch(settings.end + "?" + id);
  const seen = [];
  for await (const event of client.jobs.stream(id)) seen.push(event.seq);
  const job = await client.jobs.wait(id);
  return { failures, listed: ids.join() === [again.id, id].join(), seen: seen.join(), status: job.status };
}`;

/** Of another origin: what is sent and read there are only the headers that the service lets through. */
const programElsewhere = `async (sdk, settings) => {
  const { jobs } = sdk.createClient(settings);
  const { id } = await jobs.create({ prompt: "x" });
  await jobs.cancel(id);
  const kinds = [];
  for await (const event of jobs.stream(id, { after: 0 })) kinds.push(event.kind);
  const missing = await jobs.get("job_0000000000000000000000").catch((error) => error);
  await Promise.all(Array.from({ length: 99 }, () => jobs.create({ prompt: "x" })));
  const limit = await jobs.create({ prompt: "x" }).catch((error) => error);
  const again = limit.retryAfterSeconds > 3000;
  return { kinds: kinds.join(), limit: limit.name, again, traced: missing.requestId.startsWith("req_") };
}`;

const expected = {
  failures: ["TimeoutError", "TimeoutError", "Error", "NotFoundError", "TimeoutError"],
  listed: true,
  seen: "1,2,3,4,5",
  status: "completed",
};

/**
 * Every second answer to a change is lost, every second stream is cut inside of a character, and models are
 * away for a minute.
 */
function beFaulty({ proxy, project }: ClientScene) {
  let writes = 0;
  let streams = 0;
  proxy.reset(({ method, headers, path }) => {
    if (path.startsWith("/end?")) {
      void endJob(path.slice("/end?".length));
      return { status: 204 };
    }
    if (path.endsWith("/models")) return { status: 503, headers: { "retry-after": "60" } };
    if (method === "POST") {
      writes += 1;
      return writes % 2 === 1 ? "drop_after" : "pass";
    }
    if (headers.accept !== "text/event-stream") return "pass";
    streams += 1;
    return streams % 2 === 0 ? { cut: (piece) => cutInCharacter(piece) } : "pass";
  });
  return { url: proxy.url, end: `${proxy.url}/end`, projectId: project.id, apiKey: project.key };
}

function cutInCharacter(piece: Buffer): number | null {
  const place = piece.findIndex((byte) => (byte & 0xc0) === 0x80);
  return place === -1 ? null : place;
}

async function endJob(id: string): Promise<void> {
  const log = createJobLog(scenes.server.store);
  for (const text of ["naïve", "日本語"]) await log.add(id, "noted", { text });
  await log.end(id);
}

async function runIn(node: string) {
  const settings = beFaulty(await scenes.open());
  const text = `
    import * as sdk from "@copydesk/client";
    const problems = [];
    process.on("unhandledRejection", (error) => problems.push(String(error)));
    process.on("warning", (warning) => problems.push(String(warning)));
    const result = await (${program})(sdk, ${JSON.stringify(settings)});
    await new Promise((resolve) => setTimeout(resolve, 50));
    const timers = process.getActiveResourcesInfo().filter((name) => name === "Timeout");
    console.log(JSON.stringify({ ...result, problems, timers }));
  `;
  const name = `${settings.projectId}.js`;
  await writeFile(join(client.app, name), text);
  const { stdout } = await execute(node, [name], { cwd: client.app, timeout: 280_000 });
  return JSON.parse(stdout);
}

const clean = { problems: [], timers: [] };

test.concurrent("the built client works under the pinned Node, and leaves no timer, rejection or warning", async () => {
  expect(await runIn(process.execPath)).toEqual({ ...expected, ...clean });
});

test.concurrent("and under Node 20", needsNode20, async () => {
  expect(await runIn(node20 ?? "")).toEqual({ ...expected, ...clean });
});

describe.concurrent.each(["nodenext", "bundler"])("with moduleResolution %s", (moduleResolution) => {
  const compile = async (program: string): Promise<string> => {
    const name = `${randomUUID()}.ts`;
    await writeFile(join(client.app, name), program);
    const module = moduleResolution === "bundler" ? "esnext" : moduleResolution;
    const options = {
      ...{
        noEmit: true,
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        types: [],
        lib: ["es2022", "dom"],
      },
      ...{ target: "es2022", module, moduleResolution },
    };
    const settings = JSON.stringify({ compilerOptions: options, files: [name] });
    await writeFile(join(client.app, `${name}.json`), settings);
    const run = execute(tsc, ["-p", `${name}.json`], { cwd: client.app });
    return (await run.catch((error: { stdout: string }) => error)).stdout;
  };
  const begin = `import {
      createClient, RateLimitError, webhooks, type AnyJobEvent, type JobRecord, type UnknownMessage
    } from "@copydesk/client";
    const { jobs } = createClient({ url: "http://copydesk.test", projectId: "prj_1", apiKey: "cpd_1" });`;

  test("a program that uses the client right has no type error", async () => {
    const program = `${begin}
      const job: JobRecord = await jobs.create({ prompt: "x", budget: { maxSteps: 3 } });
      const status: "active" | "completed" | "archived" | "failed" = job.status;
      for await (const event of jobs.stream(job.id)) {
        (event satisfies AnyJobEvent).seq.toFixed();
        switch (event.kind) {
          case "tool_result": event.data.output.length; break;
          case "checks": event.data.new[0]?.rule.length; break;
          case "completed":
          case "failed": (event.data.reason satisfies string, event.data.message.length); break;
          default: event.kind.length;
        }
        if (event.kind === "pull_request") event.data.number.toFixed();
      }
      const { data: page } = await jobs.events(job.id);
      for (const event of page) if (event.kind === "prompt") event.data.text.length;
      for await (const { prLink } of jobs.list({ status })) prLink?.length;
      const given: { signal?: AbortSignal | undefined; cursor?: string | undefined } = {};
      await jobs.page({ cursor: given.cursor, signal: given.signal });
      await jobs.wait(job.id, { timeoutMs: undefined, signal: given.signal });
      const limits = { retries: 0, timeoutMs: 1_000, headers: { "x-trace": "1", "x-none": undefined } };
      const { data, response } = await jobs.get(job.id, limits).withResponse();
      (data satisfies JobRecord, response.headers.get("etag")?.length);
      const first = await jobs.page({ limit: 1 });
      await jobs.page({ cursor: first.nextCursor });
      const ended: JobRecord = await jobs.createAndWait({ prompt: "x" }, { idempotencyKey: ended2(), timeoutMs: 1 });
      createClient({ url: "http://copydesk.test", projectId: "prj_1", apiKey: async () => "cpd_1", headers: {} });
      try { await jobs.get(job.id); }
      catch (error) { if (error instanceof RateLimitError) error.retryAfterSeconds?.toFixed(); }
      function ended2(): string { return "key"; }
      const message = await webhooks.unwrap(new Uint8Array(), new Headers(), ["whsec_x"]);
      switch (message.type) {
        case "job.completed":
        case "job.failed": message.data.job.status.length; break;
        case "pull_request.merged": message.data.job.pullRequest?.number.toFixed(); break;
        case "job.archived":
        case "pull_request.opened":
        case "pull_request.closed": break;
        case "trigger.started": message.data.jobId?.length; break;
        case "trigger.skipped":
        case "trigger.budget_used": message.data.note.length; break;
        default: (message satisfies UnknownMessage).data["anything"];
      }`;
    expect(await compile(program)).toBe("");
  });

  test("what an event may not have is one", async () => {
    const body = (text: string) => `${begin} for await (const event of jobs.stream("x")) ${text}`;
    expect(await compile(body(`event.data.output;`))).toContain("does not exist");
    expect(await compile(body(`if (event.kind === "tool_results") event.seq;`))).toContain("no overlap");
  });

  test("what a message of a webhook may not have is one", async () => {
    const body = `const message = await webhooks.unwrap("", {}, "");`;
    expect(await compile(`${begin} ${body} message.data.job.id;`)).toContain("does not exist");
    const wrong = `if (message.type === "job.complete") message.id;`;
    expect(await compile(`${begin} ${body} ${wrong}`)).toContain("no overlap");
  });

  test("a field that does not exist is one", async () => {
    expect(await compile(`${begin} await jobs.create({ promt: "x" });`)).toContain("'promt' does not exist");
  });
});

describe.concurrent("in a browser", inBrowser, () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  });

  afterAll(() => closeBrowser(browser));

  /** What the program answers in a page of the proxy's origin. */
  async function runInPage({ proxy }: ClientScene, text: string, settings: object): Promise<unknown> {
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      const problems: string[] = [];
      page.on("pageerror", (error) => problems.push(String(error)));
      const path = join(client.folder, "dist/index.js");
      await page.route("**/client.js", (route) => route.fulfill({ path, contentType: "text/javascript" }));
      await page.goto(`${proxy.url}/healthz`);
      const call = `import("/client.js").then((sdk) => (${text})(sdk, ${JSON.stringify(settings)}))`;
      const answer = await page.evaluate(call);
      expect(problems).toEqual([]);
      return answer;
    } finally {
      await context.close();
    }
  }

  test("the built client works as it is, in a page of the API's origin", async () => {
    const scene = await scenes.open();
    expect(await runInPage(scene, program, beFaulty(scene))).toEqual(expected);
  });

  test("and in a page of another origin, where the service allows that", async () => {
    const scene = await scenes.open();
    const other = await startTestServer({ allowedOrigins: [scene.proxy.url] });
    try {
      const { id, key } = await other.newProject();
      const settings = { url: other.url, projectId: id, apiKey: key };
      const seen = await runInPage(scene, programElsewhere, settings);
      expect(seen).toEqual({ kinds: "created,failed", limit: "RateLimitError", again: true, traced: true });
    } finally {
      await other.close();
    }
  });

  test("which it does for no page that is not listed", async () => {
    const scene = await scenes.open();
    const { id, key } = scene.project;
    const settings = { url: scenes.server.url, projectId: id, apiKey: key, retries: 0 };
    const call = `(sdk, settings) => sdk.createClient(settings).jobs.page().catch((error) => error.name)`;
    expect(await runInPage(scene, call, settings)).toBe("ConnectionError");
  });
});
