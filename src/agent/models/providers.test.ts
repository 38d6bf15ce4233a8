import { afterEach, describe, expect, it } from "vitest";
import { plainRun } from "../../../test/helpers/agent-run.ts";
import { createScanWorkspace } from "../../../test/helpers/scan-workspace.ts";
import type { ScriptedAnswer } from "../../../test/helpers/scripted-models/script.ts";
import {
  type AnyRequest,
  conversationOf,
  startScriptedProvider,
} from "../../../test/helpers/scripted-models/start-scripted-provider.ts";
import { providerNames } from "../../schemas/providers.ts";
import { runAgent } from "../run-agent.ts";
import type { AgentEvent } from "../types.ts";
import { resolveModel } from "./resolve-model.ts";

type Provider = (typeof providerNames)[number];

const pages = { "docs/a.mdx": "It is the API token.\n", "docs/b.mdx": "Use the API token\n" };

const read = (path: string) => ({ name: "read", arguments: { path } });
const edit = (path: string) => ({
  name: "edit",
  arguments: { path, edits: [{ old: "API token", new: "API key" }] },
});
const finish = { name: "finish", arguments: { title: "Rename", summary: "Done." } };

const usage = { prompt_tokens: 1_000, completion_tokens: 50, cached_tokens: 700, cache_write_tokens: 200 };

const script: ScriptedAnswer[] = [
  {
    reasoning: "Where is it?",
    text: "I search.",
    calls: [{ name: "search", arguments: { pattern: "API token" } }],
  },
  { reasoning: "Read both.", calls: [read("docs/a.mdx"), read("docs/b.mdx"), read("docs/none.mdx")] },
  { calls: [edit("docs/a.mdx"), edit("docs/b.mdx")], usage },
  { text: "Let me check.", calls: [{ name: "check", arguments: {} }] },
  { calls: [finish] },
  { text: "I have repaired nothing." },
  { text: "Now I finish.", calls: [{ name: "finish", arguments: { title: "Repair", summary: "" } }] },
];

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

async function setScene(provider: Provider, answers: ScriptedAnswer[]) {
  const server = await startScriptedProvider(provider, (index) => answers[index] ?? { status: 400 });
  const workspace = await createScanWorkspace(pages, {});
  open.push(server, { close: workspace.remove });
  const events: AgentEvent[] = [];
  const config = { ...server.settings, createChoresModel: () => expect.fail("not chores") };
  const agent = runAgent({
    ...plainRun,
    workspace,
    model: resolveModel(config, server.model),
    prompt: "Replace API token with API key",
    instructions: "Write briefly.",
    siteSummary: "plain Markdown, 2 pages",
    budget: { maxSteps: 90, maxTokens: null, maxCostUsd: null },
    signal: new AbortController().signal,
    emit: async (event) => void events.push(event),
  });
  return { agent, server, workspace, events };
}

/** Returns everything before the conversation in a request. */
function fixedPart(request: AnyRequest): unknown {
  const { messages: _messages, input: _input, contents: _contents, ...rest } = request;
  return rest;
}

describe.each(providerNames)("a conversation with %s", (provider) => {
  it("of seven steps with parallel calls has no request that the API refuses", async () => {
    const { agent, server, workspace, events } = await setScene(provider, script);
    expect(await agent.start()).toEqual({ kind: "finished", title: "Rename", summary: "Done." });
    expect(await agent.continueWith("The checks found problems")).toMatchObject({ title: "Repair" });
    expect(server.refusals).toEqual([]);
    expect(server.requests).toHaveLength(script.length);
    expect(await workspace.files()).toEqual({
      "docs/a.mdx": "It is the API key.\n",
      "docs/b.mdx": "Use the API key\n",
    });
    const answers = events.filter(({ kind }) => kind === "model_answer");
    expect(answers[2]).toMatchObject({
      usage: {
        inputTokens: 1_000,
        cachedInputTokens: 700,
        cacheWriteTokens: provider === "anthropic" ? 200 : 0,
        outputTokens: 50,
      },
    });
  });

  it("begins each request with the bytes of the previous one", async () => {
    const { agent, server } = await setScene(provider, script);
    await agent.start();
    await agent.continueWith("The checks found problems");
    expect(server.requests).toHaveLength(script.length);
    for (const [index, request] of server.requests.entries()) {
      const before = server.requests[index - 1] ?? request;
      const known = conversationOf(before).map((message) => JSON.stringify(message));
      const now = conversationOf(request).map((message) => JSON.stringify(message));
      expect(now.slice(0, known.length)).toEqual(known);
      expect(JSON.stringify(fixedPart(request))).toBe(JSON.stringify(fixedPart(before)));
    }
  });

  it("sends each call with a name of its own", async () => {
    const { agent, server } = await setScene(provider, script);
    await agent.start();
    const names = server.headers.map((headers) => headers["idempotency-key"]);
    expect(names.every((name) => name?.startsWith("call-"))).toBe(true);
    expect(new Set(names).size).toBe(server.requests.length);
  });

  it("continues after an answer that was cut in the middle of its arguments", async () => {
    const half = '{"path": "docs/a.mdx", "content": "It is';
    const { agent, server, workspace, events } = await setScene(provider, [
      { calls: [{ name: "write", arguments: half }], finishReason: "length" },
      { calls: [{ name: "read", arguments: "[1]" }] },
      { calls: [read("docs/a.mdx"), finish] },
    ]);
    expect(await agent.start()).toMatchObject({ kind: "finished" });
    expect(server.refusals).toEqual([]);
    expect(events.filter(({ kind }) => kind === "tool_result")[0]).toMatchObject({ ok: false });
    expect(await workspace.files()).toEqual(pages);
  });

  it("continues after two calls with the same id", async () => {
    const { agent, server, events } = await setScene(provider, [
      {
        calls: [
          { id: "same", ...read("docs/a.mdx") },
          { id: "same", ...read("docs/b.mdx") },
        ],
      },
      { calls: [finish] },
    ]);
    expect(await agent.start()).toMatchObject({ kind: "finished" });
    expect(server.refusals).toEqual([]);
    const ids = events.flatMap((event) => (event.kind === "tool_result" ? [event.callId] : []));
    expect(new Set(ids).size).toBe(3);
  });
});

describe("a model's reasoning from its own earlier steps", () => {
  it("is returned to OpenAI encrypted, and nothing is stored there", async () => {
    const { agent, server } = await setScene("openai", script);
    await agent.start();
    expect(server.requests.every(({ store }) => store === false)).toBe(true);
    expect(server.requests[2]).toMatchObject({ include: ["reasoning.encrypted_content"] });
    const reasoning = conversationOf(server.requests[2]!).filter(
      (item) => (item as { type?: string }).type === "reasoning",
    );
    expect(reasoning).toMatchObject([
      { encrypted_content: "encrypted_0" },
      { encrypted_content: "encrypted_1" },
    ]);
  });

  it("is returned to Anthropic signed", async () => {
    const { agent, server } = await setScene("anthropic", script);
    await agent.start();
    expect(JSON.stringify(conversationOf(server.requests[1]!))).toContain('"signature":"sig_0"');
  });

  it("is returned to Google signed", async () => {
    const { agent, server } = await setScene("google", script);
    await agent.start();
    expect(JSON.stringify(conversationOf(server.requests[1]!))).toContain('"thoughtSignature":"c2lnXw0"');
  });
});

describe("marks for Anthropic's cache", () => {
  const mark = { type: "ephemeral" };

  function marksOf(request: AnyRequest): unknown[] {
    const blocks = (conversationOf(request) as { content: unknown }[]).flatMap(({ content }) => content);
    const marked = (part: unknown) => (part as { cache_control?: unknown }).cache_control !== undefined;
    return blocks.flatMap((block, index) => (marked(block) ? [index] : []));
  }

  it("are on the system prompt, which ends the fixed part, and on the request as a whole", async () => {
    const { agent, server } = await setScene("anthropic", script);
    await agent.start();
    for (const request of server.requests) {
      expect(request.cache_control).toEqual(mark);
      expect(request.system).toMatchObject([{ type: "text", cache_control: mark }]);
      expect(JSON.stringify(request.tools)).not.toContain("cache_control");
      expect(marksOf(request)).toEqual([]);
    }
  });

  it("are also where the previous request ended, after a step that is longer than the provider looks back", async () => {
    const many = Array.from({ length: 15 }, () => read("docs/a.mdx"));
    const { agent, server } = await setScene("anthropic", [
      { calls: many },
      { calls: many },
      { calls: [finish] },
    ]);
    await agent.start();
    expect(server.refusals).toEqual([]);
    const [first, second, third] = server.requests as [AnyRequest, AnyRequest, AnyRequest];
    const blocksOf = (request: AnyRequest) =>
      (conversationOf(request) as { content: unknown[] }[]).flatMap(({ content }) => content).length;
    expect(marksOf(first)).toEqual([]);
    expect(marksOf(second)).toEqual([blocksOf(first) - 1]);
    expect(marksOf(third)).toEqual([blocksOf(second) - 1]);
  });
});
