import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { lstat, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type AcpModelAnswer,
  type AcpModelServer,
  startAcpModelServer,
} from "../../test/helpers/acp-model-server.ts";
import {
  findProcesses,
  makePlace,
  type Place,
  probeForTests,
  testLimits,
} from "../../test/helpers/acp-sandbox.ts";
import type { AcpAgentRun } from "./acp-agent-run.ts";
import type { EngineEvent } from "./engine-event.ts";
import { type EngineDeps, runAcpAgent } from "./run-acp-agent.ts";

const { sandbox, inSandbox } = await probeForTests();
const root = join(import.meta.dirname, "../..");
const fixture = join(root, "test/fixtures/acp-agent");
const apiKey = `key-${randomUUID()}`;

let place: Place;
let model: AcpModelServer;
let events: EngineEvent[];
let script: (index: number) => AcpModelAnswer;

beforeEach(async () => {
  place = await makePlace();
  await writeFile(join(place.workspace, "guide.md"), "# Guide\n\nold\n");
  events = [];
  script = (index) =>
    index === 0
      ? { calls: [{ name: "write", arguments: { path: "guide.md", content: "# Guide\n\nnew\n" } }] }
      : { text: "# Update the guide\n\nThe guide says new." };
  model = await startAcpModelServer((index) => script(index));
});
afterEach(async () => {
  await model.close();
  await place.remove();
});

function run(behaviour: string, more: Partial<AcpAgentRun> = {}, deps: Partial<EngineDeps> = {}) {
  return runAcpAgent(
    { sandbox, fetch, ...deps },
    {
      command: ["node", join(fixture, "agent.mjs"), behaviour],
      directory: place.workspace,
      prompt: "Say new in the guide.\nPlease.",
      model: { name: "scripted", protocol: "openai", baseUrl: `${model.root}/v1`, apiKey },
      environment: { MODEL_URL: "{modelUrl}", MODEL_KEY: "{modelKey}", MARK: place.root },
      readOnlyPaths: [
        fixture,
        join(root, "node_modules/@agentclientprotocol/sdk"),
        join(root, "node_modules/zod"),
      ],
      refuseWrite: (path) => (path.startsWith("secret/") ? `protected path ${path}` : null),
      emit: async (event) => void events.push(event),
      budget: { maxSteps: 50, maxTokens: null },
      signal: new AbortController().signal,
      limits: testLimits,
      ...more,
    },
  );
}

const read = (path: string) => readFile(join(place.workspace, path), "utf8");

describe("without a sandbox", () => {
  it("refuses and starts nothing", async () => {
    const none = { kind: "none", reason: "bubblewrap (bwrap) is not installed" } as const;
    await expect(run("edit", {}, { sandbox: none })).rejects.toMatchObject({
      code: "sandbox_unavailable",
      message: "Other agents cannot be run here: bubblewrap (bwrap) is not installed",
    });
    expect(model.requests).toEqual([]);
    expect(await readdir(place.workspace)).toEqual(["guide.md"]);
  });
});

describe("an agent in the sandbox", inSandbox, () => {
  it.each([["edit"], ["client"]])("edits files as the model says (%s)", async (behaviour) => {
    const outcome = await run(behaviour);
    expect(outcome).toEqual({
      kind: "finished",
      title: "Update the guide",
      summary: "# Update the guide\n\nThe guide says new.",
      usage: {
        requests: 2,
        estimatedRequests: 0,
        inputTokens: 200,
        cachedInputTokens: 80,
        cacheWriteTokens: 0,
        outputTokens: 20,
      },
    });
    expect(await read("guide.md")).toBe("# Guide\n\nnew\n");
    expect((await lstat(join(place.workspace, "guide.md"))).uid).toBe(process.getuid?.());
    expect(model.requests.map(({ body }) => body.model)).toEqual(["scripted", "scripted"]);
    expect(events.at(-1)).toMatchObject({
      kind: "engine_update",
      text: expect.stringContaining("The guide says new."),
      toolCall: { title: "Write guide.md", kind: "edit", status: "pending" },
    });
  });

  it("writes through the client only what Copydesk's own tools may write", async () => {
    const paths = [
      "new/folder/page.md",
      "secret/x.md",
      "../out.md",
      "/etc/passwd",
      ".git/config",
      "a\u202eb.md",
    ];
    script = (index) =>
      index === 0
        ? { calls: paths.map((path) => ({ name: "write", arguments: { path, content: "text" } })) }
        : { text: "Done." };
    expect(await run("client")).toMatchObject({ kind: "finished" });
    const results = (model.requests[1]!.body.messages as { role: string; content: string }[])
      .filter(({ role }) => role === "tool")
      .map(({ content }) => content);
    expect(results[0]).toBe("written");
    for (const result of results.slice(1)) expect(result).toContain("refused:");
    expect((await readdir(place.workspace)).sort()).toEqual(["guide.md", "new"]);
    expect(await read("new/folder/page.md")).toBe("text");
    expect(await readdir(place.root)).toEqual(["workspace"]);
  });

  it("reads only files of the workspace through the client", async () => {
    const outcome = await run("read");
    const contents = JSON.parse((outcome as { summary: string }).summary) as string[];
    expect(contents.slice(0, 2)).toEqual(["# Guide\n\nold\n", "\n"]);
    for (const content of contents.slice(2)) expect(content).toMatch(/^error /);
    expect(contents[2]).toBe("error -32002");
  });

  it("may, once each, read and edit in the workspace, and nothing else", async () => {
    const outcome = await run("permission");
    expect(JSON.parse((outcome as { summary: string }).summary)).toEqual([
      "allow_once",
      "reject_once",
      "reject_once",
      "allow_once",
      "reject_once",
      "reject_once",
    ]);
  });

  it("finds neither the API key, nor the host, nor another way out", async () => {
    const canary = `canary-${randomUUID()}`;
    const file = join(tmpdir(), canary);
    await writeFile(file, canary);
    process.env.COPYDESK_TEST_CANARY = canary;
    const server = createServer((socket) => socket.end("reached")).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    script = () => ({ status: 401, error: { error: { message: `wrong key ${apiKey}` } } });
    try {
      expect(await run("spy", { prompt: JSON.stringify({ file, port }) })).toMatchObject({
        kind: "finished",
      });
      const text = await read("report.json");
      expect(text.replaceAll(file, "")).not.toContain(canary);
      expect(text).not.toContain(apiKey);
      const report = JSON.parse(text) as Record<string, string>;
      expect(report.environments).not.toContain(`HOME=${process.env.HOME}\0`);
      expect(report.environment).toContain("sk-copydesk-placeholder");
      expect(report.file).toBe("error ENOENT");
      expect(report.shadow).toBe("error ENOENT");
      expect(report.host).toBe("error ECONNREFUSED");
      expect(report.internet).toBe("error ENETUNREACH");
      expect(report.metadata).toBe("error ENETUNREACH");
      for (const way of ["otherPath", "dots", "otherHost", "absolute", "remoteImage"])
        expect([way, report[way]?.slice(0, 4)]).toEqual([way, "403 "]);
      expect(report.tunnel).toBe("403");
      expect(report.modelError).toContain("wrong key [redacted]");
      // Only requests for the model have reached it, with the real key.
      expect(model.requests.map(({ path }) => path)).toEqual(["/v1/chat/completions"]);
      expect(model.requests[0]!.headers.authorization).toBe(`Bearer ${apiKey}`);
    } finally {
      delete process.env.COPYDESK_TEST_CANARY;
      server.close();
    }
  });

  it("gets streamed answers, whose usage is counted", async () => {
    script = () => ({ text: "Streamed." });
    expect(await run("stream")).toMatchObject({
      kind: "finished",
      title: "Streamed.",
      usage: { requests: 1, estimatedRequests: 0, inputTokens: 100, outputTokens: 10 },
    });
  });

  it.each([
    ["steps", { maxSteps: 3, maxTokens: null }, 3, "The budget of 3 steps is used up."],
    ["tokens", { maxSteps: 50, maxTokens: 500 }, 5, "The budget of 500 tokens is used up."],
  ])("is stopped once its budget of %s is used up", async (_what, budget, requests, message) => {
    expect(await run("spin", { budget })).toMatchObject({
      kind: "budget_exceeded",
      message,
      usage: { requests },
    });
    expect(model.requests).toHaveLength(requests);
  });

  it("leaves no process after an abort, however long its children would have run", async () => {
    const aborter = new AbortController();
    const running = run("hang", { signal: aborter.signal });
    running.catch(() => {});
    const child = `setTimeout(() => {}, 3600000)\0${place.root}`;
    await vi.waitUntil(async () => (await findProcesses(child)).length > 0, { timeout: 60_000 });
    aborter.abort(new Error("cancelled by people"));
    await expect(running).rejects.toThrow("cancelled by people");
    expect(await findProcesses(place.root)).toEqual([]);
  });

  it.each([
    [
      "crash",
      /^The agent ended with code 3 before it was done\. Its last words: .*something broke with api_key=\[redacted\]$/,
    ],
    [
      "garbage",
      /^The agent failed: it wrote a line that is not a message of the protocol: "Welcome to the agent!"\.$/,
    ],
    ["longLine", /^The agent failed: it wrote a line of more than 8388608 bytes\./],
    ["flood", /^The agent failed: it wrote more than 268435456 bytes\./],
    ["future", /^The agent failed: it speaks version 2 of the protocol, not 1\.$/],
  ])("fails with a clear text if it violates the protocol (%s)", async (behaviour, message) => {
    const before = process.memoryUsage().rss;
    expect(await run(behaviour)).toMatchObject({ kind: "failed", message: expect.stringMatching(message) });
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    for (const { text } of events) expect(Buffer.byteLength(text)).toBeLessThan(2_000);
    expect(await findProcesses(place.root)).toEqual([]);
  });

  it("cannot use up memory by sending requests without reading answers", async () => {
    const aborter = new AbortController();
    await writeFile(join(place.workspace, "guide.md"), "x".repeat(900_000));
    const before = process.memoryUsage().rss;
    const running = run("ask", { signal: aborter.signal });
    running.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    aborter.abort();
    await expect(running).rejects.toThrow();
  });

  it("reports that its program does not exist", async () => {
    expect(await run("edit", { command: ["/opt/missing/agent"] })).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("/opt/missing/agent could not be started: ENOENT"),
    });
  });

  it("authenticates with the method that needs no person", async () => {
    expect(await run("auth")).toMatchObject({ kind: "finished" });
  });

  it("is refused if it leaves links or a git folder", async () => {
    const outcome = await run("links");
    expect(outcome).toMatchObject({ kind: "refused" });
    const { message } = outcome as { message: string };
    for (const part of [
      '".git" is a git folder or file',
      '"passwd.md" is a link',
      '"second.md" is a hard link',
    ])
      expect(message).toContain(part);
  });

  it.each([
    ["files", { bytes: 2 ** 30, entries: 400 }],
    ["bytes", { bytes: 2 ** 20, entries: 1_000 }],
  ])("is ended if it fills the workspace with %s", async (_what, growthMax) => {
    expect(await run("fill", { growthMax })).toMatchObject({
      kind: "refused",
      message: `The agent has filled the workspace with more than ${growthMax.bytes} bytes or ${growthMax.entries} files.`,
    });
  });

  it("is ended with the reason if it fills memory and the folders in memory", async () => {
    const limits = { ...testLimits, groupMemoryBytes: 200 * 2 ** 20 };
    expect(await run("memory", { limits })).toMatchObject({
      kind: "refused",
      message: expect.stringContaining("more than 200 MiB of memory"),
    });
  });

  it("may refuse the task", async () => {
    expect(await run("refuse")).toMatchObject({
      kind: "refused",
      message: "The agent refused: it gave no reason",
    });
  });

  it("is stopped if its updates cannot be stored", async () => {
    const emit = async () => {
      throw new Error("the store is gone");
    };
    await expect(run("edit", { emit })).rejects.toThrow("the store is gone");
  });
});
