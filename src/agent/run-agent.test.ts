import { afterEach, describe, expect, it } from "vitest";
import { plainRun } from "../../test/helpers/agent-run.ts";
import { createScanWorkspace, type ScanWorkspace } from "../../test/helpers/scan-workspace.ts";
import {
  type Script,
  type ScriptedAnswer,
  type ScriptedModelServer,
  startScriptedModelServer,
  type WireRequest,
} from "../../test/helpers/scripted-model-server.ts";
import { AppError } from "../errors.ts";
import { applyOperations } from "./apply-operations.ts";
import { resolveModel } from "./models/resolve-model.ts";
import { type AgentConversation, runAgent } from "./run-agent.ts";
import type { AgentEvent, AgentRun, AgentWorkspace } from "./types.ts";

const pages = {
  "docs/a.mdx": "---\ntitle: A\n---\n\nIt’s the API token.\r\n",
  "docs/b.mdx": "Use the API token\n",
};
const list = { name: "list", arguments: {} };
const finish = { name: "finish", arguments: { title: "Rename", summary: "Done." } };

interface Scene {
  agent: AgentConversation;
  server: ScriptedModelServer;
  workspace: ScanWorkspace;
  events: AgentEvent[];
}

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

async function setScene(
  script: Script | ScriptedAnswer[],
  changes: Partial<AgentRun> = {},
  overrides: Partial<AgentWorkspace> = {},
): Promise<Scene> {
  const answers = Array.isArray(script) ? script : null;
  const server = await startScriptedModelServer({
    script: answers === null ? (script as Script) : (index) => answers[index] ?? { status: 400 },
  });
  const workspace = await createScanWorkspace(pages, overrides);
  open.push(server, { close: workspace.remove });
  const events: AgentEvent[] = [];
  const config = { openaiBaseUrl: server.baseUrl, createChoresModel: () => expect.fail("not chores") };
  const agent = runAgent({
    ...plainRun,
    workspace,
    model: resolveModel(config, "openai-compatible/scripted"),
    prompt: "Replace “API token”\nwith API key",
    instructions: "Write briefly.",
    siteSummary: "plain Markdown, 2 pages",
    budget: { maxSteps: 20, maxTokens: null, maxCostUsd: null },
    signal: new AbortController().signal,
    emit: async (event) => void events.push(event),
    ...changes,
  });
  return { agent, server, workspace, events };
}

function results(request: WireRequest | undefined): unknown[] {
  return (request?.messages ?? []).filter(({ role }) => role === "tool").map(({ content }) => content);
}

const fourSteps: ScriptedAnswer[] = [
  { calls: [{ name: "search", arguments: { pattern: "API token" } }] },
  {
    calls: [
      { name: "read", arguments: { path: "docs/a.mdx" } },
      { name: "read", arguments: { path: "./docs/b.mdx" } },
    ],
  },
  {
    calls: [
      {
        name: "edit",
        arguments: { path: "docs/a.mdx", edits: [{ old: "It's the API token", new: "It's the API key" }] },
      },
      { name: "edit", arguments: { path: "docs/b.mdx", edits: [{ old: "token", new: "key" }] } },
    ],
  },
  { text: "Done.", calls: [finish] },
];

describe("runAgent", () => {
  it("searches, reads, edits and finishes over HTTP, in conversations that the real API accepts", async () => {
    const { agent, server, workspace, events } = await setScene(fourSteps);
    expect(await agent.start()).toEqual({ kind: "finished", title: "Rename", summary: "Done." });
    expect(server.refusals).toEqual([]);
    expect(server.requests).toHaveLength(4);
    expect(results(server.requests[3])).toEqual([
      "2 matches in 2 files\ndocs/a.mdx:5: It’s the API token.\ndocs/b.mdx:1: Use the API token",
      "docs/a.mdx, lines 1-5 of 5\n1\t---\n2\ttitle: A\n3\t---\n4\t\n5\tIt’s the API token.",
      "docs/b.mdx, lines 1-1 of 1\n1\tUse the API token",
      "docs/a.mdx: 1 edit applied",
      "docs/b.mdx: 1 edit applied",
    ]);
    expect(await workspace.files()).toEqual({
      "docs/a.mdx": "---\ntitle: A\n---\n\nIt’s the API key.\r\n",
      "docs/b.mdx": "Use the API key\n",
    });
    expect(events.map(({ kind }) => kind).join(" ")).toBe(
      "prompt model_answer tool_result model_answer tool_result tool_result model_answer tool_result tool_result model_answer tool_result",
    );
  });

  it("puts project instructions and site summary before the task in the first user message, as data", async () => {
    const { agent, server } = await setScene([{ calls: [finish] }]);
    await agent.start();
    const [system, user] = server.requests[0]!.messages;
    expect(system!.content).not.toContain("Write briefly.");
    expect(user!.content).toBe(
      "About the repository: plain Markdown, 2 pages\n\n<project-instructions>\nWrite briefly.\n</project-instructions>\n\nTask:\nReplace “API token”\nwith API key",
    );
  });

  it("reports each answer before any of its tools runs", async () => {
    const seen: string[] = [];
    const { agent } = await setScene(
      fourSteps,
      { emit: async (event) => void seen.push(event.kind) },
      {
        search: async () => {
          seen.push("search runs");
          return [];
        },
      },
    );
    await agent.start();
    expect(seen.slice(0, 4)).toEqual(["prompt", "model_answer", "search runs", "tool_result"]);
  });

  it("ends at once when an event cannot be stored, without asking again", async () => {
    const emit = async ({ kind }: AgentEvent) => {
      if (kind === "model_answer") throw new Error("the lease is lost");
    };
    const { agent, server, workspace } = await setScene(fourSteps, { emit });
    await expect(agent.start()).rejects.toThrow("the lease is lost");
    expect(server.requests).toHaveLength(1);
    expect(await workspace.files()).toEqual(pages);
  });

  it("records operations that give identical bytes on a fresh copy, with the tree hash of each step", async () => {
    const script: ScriptedAnswer[] = [
      ...fourSteps.slice(0, 3),
      {
        calls: [
          { name: "write", arguments: { path: "docs/new/c.md", content: "# C\n" } },
          { name: "move", arguments: { from: "docs/b.mdx", to: "docs/new/d.mdx" } },
          { name: "delete", arguments: { path: "docs/a.mdx" } },
        ],
      },
      { calls: [finish] },
    ];
    const { agent, workspace, events } = await setScene(
      script,
      {},
      {
        planMove: async () => ({
          edits: [{ path: "docs/a.mdx", text: "It’s linked: [d](new/d)\r\n", what: "1 link" }],
          unclear: [],
          notes: ["look at it"],
        }),
      },
    );
    expect(await agent.start()).toMatchObject({ kind: "finished" });
    const copy = await createScanWorkspace(pages);
    open.push({ close: copy.remove });
    for (const event of events) {
      if (event.kind !== "tool_result") continue;
      await applyOperations(copy, event.operations);
      if (event.tree !== null) expect(await copy.treeHash([])).toBe(event.tree);
    }
    const trees = events.flatMap((event) =>
      event.kind === "tool_result" && event.tree !== null ? [event.step] : [],
    );
    expect(trees).toEqual([3, 4]);
    expect(await copy.files()).toEqual(await workspace.files());
    expect(Object.keys(await copy.files())).toEqual(["docs/new/c.md", "docs/new/d.mdx"]);
  });

  it("goes on in the same conversation after finish, for repairs", async () => {
    const { agent, server, events } = await setScene([
      { calls: [list, finish] },
      { calls: [{ name: "finish", arguments: { title: "Repair", summary: "Nothing to repair." } }] },
    ]);
    await agent.start();
    expect(await agent.continueWith("The checks found problems")).toMatchObject({ title: "Repair" });
    const roles = server.requests[1]!.messages.map(({ role }) => role);
    expect(roles).toEqual(["system", "user", "assistant", "tool", "tool", "user"]);
    expect(server.refusals).toEqual([]);
    expect(events.filter(({ kind }) => kind === "prompt")).toMatchObject([
      { cause: "task", instructions: "Write briefly.", siteSummary: "plain Markdown, 2 pages" },
      { cause: "repair", text: "The checks found problems" },
    ]);
  });
});

const mistakes: [title: string, call: { name: string; arguments: object | string }, answer: RegExp][] = [
  [
    "an unknown tool",
    { name: "shell", arguments: { command: "ls" } },
    /^error: there is no tool "shell"; use list, search/,
  ],
  [
    "arguments of the wrong type",
    { name: "read", arguments: { path: 7 } },
    /^error: bad arguments for read: path: /,
  ],
  [
    "missing arguments",
    { name: "edit", arguments: { path: "docs/a.mdx" } },
    /^error: bad arguments for edit: edits: /,
  ],
  [
    "arguments that are not JSON",
    { name: "read", arguments: '{"path": "docs' },
    /^error: the arguments of read must be one JSON object/,
  ],
  ["arguments that are a list", { name: "read", arguments: "[1]" }, /^error: bad arguments for read/],
  [
    "a file that is not there",
    { name: "read", arguments: { path: "nope.md" } },
    /^error: file_not_found: nope\.md does not exist/,
  ],
  ["a path outside", { name: "read", arguments: { path: "../x" } }, /^error: path_outside_workspace: /],
  [
    "a protected path",
    { name: "write", arguments: { path: ".github/x.yml", content: "" } },
    /^error: path_not_allowed: protected path/,
  ],
  [
    "an edit without a read",
    { name: "edit", arguments: { path: "docs/b.mdx", edits: [{ old: "Use", new: "Take" }] } },
    /^error: read docs\/b\.mdx first/,
  ],
  [
    "half of a character",
    { name: "write", arguments: '{"path": "x.md", "content": "\\ud83d"}' },
    /^error: the arguments contain a NUL character or half of a character/,
  ],
  ["a NUL character", { name: "read", arguments: { path: "a\0" } }, /^error: the arguments contain a NUL/],
  ["a tool that throws", { name: "check", arguments: {} }, /^error: the tool failed: check broke/],
  [
    "a tool that throws a known error",
    { name: "search", arguments: { pattern: "x" } },
    /^error: invalid_request: bad pattern/,
  ],
  [
    "a title that is too long",
    { name: "finish", arguments: { title: "x".repeat(73), summary: "" } },
    /^error: bad arguments for finish: title: /,
  ],
];

describe("mistakes of the model", () => {
  it.each(mistakes)("answers %s and goes on", async (_title, call, answer) => {
    const { agent, server, events, workspace } = await setScene(
      [{ calls: [call] }, { calls: [list, finish] }],
      {},
      {
        check: async () => Promise.reject(new Error("check broke")),
        search: async () => Promise.reject(new AppError("invalid_request", "bad pattern")),
      },
    );
    expect(await agent.start()).toMatchObject({ kind: "finished" });
    expect(server.refusals).toEqual([]);
    expect(results(server.requests[1])).toEqual([expect.stringMatching(answer)]);
    expect(events[2]).toMatchObject({ kind: "tool_result", ok: false, operations: [], tree: null });
    expect(await workspace.files()).toEqual(pages);
  });

  it("takes null for an argument that is left out", async () => {
    const read = { name: "read", arguments: { path: "docs/b.mdx", offset: null, limit: null } };
    const { agent, server } = await setScene([{ calls: [read] }, { calls: [finish] }]);
    await agent.start();
    expect(results(server.requests[1])).toEqual(["docs/b.mdx, lines 1-1 of 1\n1\tUse the API token"]);
  });

  it("does not run calls that come after finish in the same answer", async () => {
    const late = { name: "write", arguments: { path: "x.md", content: "x" } };
    const { agent, workspace, events } = await setScene([{ calls: [list, finish, late] }]);
    expect(await agent.start()).toMatchObject({ kind: "finished" });
    expect(events.at(-1)).toMatchObject({ ok: false, output: "error: not run: finish was called before it" });
    expect(await workspace.files()).toEqual(pages);
  });

  it("reminds once of the tools, then takes the words for the summary", async () => {
    const look = { calls: [{ name: "list", arguments: {} }] };
    const { agent, server } = await setScene([look, { text: "Hm." }, { text: "Nothing to do here." }]);
    expect(await agent.start()).toEqual({
      kind: "finished",
      title: "Replace “API token”",
      summary: "Nothing to do here.",
    });
    expect(server.requests[2]!.messages.at(-1)).toMatchObject({
      role: "user",
      content: expect.stringContaining("call finish"),
    });
  });

  it("calls a model that says nothing twice an error", async () => {
    const { agent, server } = await setScene([{}, {}]);
    expect(await agent.start()).toMatchObject({ kind: "model_error" });
    expect(server.refusals).toEqual([]);
  });
});

describe("errors of the model's provider", () => {
  it("waits as Retry-After says and asks again", async () => {
    const { agent, server } = await setScene([
      { status: 429, headers: { "retry-after": "0" } },
      { status: 429, headers: { "retry-after-ms": "20" } },
      { calls: [list, finish] },
    ]);
    expect(await agent.start()).toMatchObject({ kind: "finished" });
    expect(server.requests).toHaveLength(3);
  });

  it("asks again after a 500", async () => {
    const { agent, events } = await setScene([
      { status: 500, headers: { "retry-after-ms": "5" } },
      { calls: [list, finish] },
    ]);
    expect(await agent.start()).toMatchObject({ kind: "finished" });
    expect(events.filter(({ kind }) => kind === "model_answer")).toHaveLength(1);
  });

  it("gives up after eight attempts, with the provider's own words", async () => {
    const script = () => ({
      status: 503,
      headers: { "retry-after-ms": "5" },
      errorBody: { error: { message: "overloaded" } },
    });
    const { agent, server, events } = await setScene(script);
    expect(await agent.start()).toEqual({
      kind: "model_error",
      message: "The model's provider answered 503 (8 attempts): overloaded",
    });
    expect(server.requests).toHaveLength(8);
    const retries = events.filter(({ kind }) => kind === "model_retry");
    expect(retries).toHaveLength(7);
    expect(retries[0]).toMatchObject({ attempt: 1, status: 503, waitMs: 5 });
  });

  it("does not repeat a 401 and shows no key", async () => {
    const errorBody = { error: { message: "Incorrect API key provided: sk-abcdefghijklmnop123" } };
    const { agent, server } = await setScene([{ status: 401, errorBody }]);
    expect(await agent.start()).toEqual({
      kind: "model_error",
      message: "The model's provider answered 401: Incorrect API key provided: [redacted]",
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe("limits", () => {
  it.each([
    ["a slow model", { delayMs: 60_000 }],
    ["a wait between attempts", { status: 429, headers: { "retry-after": "30" } }],
  ])("ends with the reason of the abort during %s", async (_title, answer) => {
    const controller = new AbortController();
    const reason = new Error("cancelled by its owner");
    const { agent, server } = await setScene(() => answer, { signal: controller.signal });
    const ended = agent.start();
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort(reason);
    await expect(ended).rejects.toBe(reason);
    expect(server.requests).toHaveLength(1);
  });

  it("ends with the reason of the abort during a tool", async () => {
    const controller = new AbortController();
    const { agent } = await setScene(
      fourSteps,
      { signal: controller.signal },
      {
        search: async (_query, signal) => {
          controller.abort(new Error("out of time"));
          signal.throwIfAborted();
          return [];
        },
      },
    );
    await expect(agent.start()).rejects.toThrow("out of time");
  });

  it("counts steps over the whole conversation", async () => {
    const look: Script = (index) =>
      index === 1 ? { calls: [finish] } : { calls: [{ name: "list", arguments: {} }] };
    const { agent, server } = await setScene(look, {
      budget: { maxSteps: 4, maxTokens: null, maxCostUsd: null },
    });
    expect(await agent.start()).toMatchObject({ kind: "finished" });
    expect(await agent.continueWith("again")).toEqual({
      kind: "budget_exceeded",
      message: "The job used its 4 steps before it was done.",
    });
    expect(server.requests).toHaveLength(4);
  });

  it("stops before the call that would go beyond the token budget", async () => {
    const look: Script = () => ({ calls: [{ name: "list", arguments: {} }] });
    const { agent, server } = await setScene(look, {
      budget: { maxSteps: 9, maxTokens: 329, maxCostUsd: null },
    });
    expect(await agent.start()).toEqual({
      kind: "budget_exceeded",
      message: "The job used 220 of at most 329 tokens and was not done; the next step would go over.",
    });
    expect(server.requests).toHaveLength(2);
  });

  it("removes old tool results in blocks when the conversation grows too long", async () => {
    const long = "x".repeat(7_900);
    let searches = 0;
    const script: Script = (index) =>
      index < 60
        ? {
            calls: [
              { name: "list", arguments: {} },
              { name: "search", arguments: { pattern: "x" } },
            ],
          }
        : { calls: [finish] };
    const { agent, server } = await setScene(
      script,
      { budget: { maxSteps: 99, maxTokens: null, maxCostUsd: null }, contextTokens: 120_000 },
      {
        search: async () => {
          searches += 1;
          return Array.from({ length: 40 }, (_, index) => {
            return { path: "docs/a.mdx", line: searches + index, text: long };
          });
        },
      },
    );
    expect(await agent.start()).toMatchObject({ kind: "finished" });
    expect(server.refusals).toEqual([]);
    const last = results(server.requests.at(-1));
    expect(last[1]).toBe("[result removed; call again if needed]");
    expect(last.at(-1)).toMatch(/^40 matches/);
    const removed = server.requests.map(
      (request) => results(request).filter((text) => String(text).startsWith("[result removed")).length,
    );
    expect(new Set(removed).size).toBeLessThan(5);
  });
});
