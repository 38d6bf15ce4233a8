import { afterEach, describe, expect, it } from "vitest";
import { plainRun } from "../../test/helpers/agent-run.ts";
import { createScanWorkspace, type ScanWorkspace } from "../../test/helpers/scan-workspace.ts";
import {
  type ScriptedAnswer,
  type ScriptedModelServer,
  startScriptedModelServer,
  type WireRequest,
} from "../../test/helpers/scripted-model-server.ts";
import { resolveModel } from "./models/resolve-model.ts";
import { summaryRequest } from "./prompt.ts";
import { type AgentConversation, runAgent } from "./run-agent.ts";
import type { AgentEvent, AgentRun } from "./types.ts";

const page = `${"A line of forty characters, more or less.\n".repeat(150)}`;
const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

interface Scene {
  agent: AgentConversation;
  events: AgentEvent[];
  workspace: ScanWorkspace;
  server: ScriptedModelServer;
}

const sizeOf = (request: WireRequest) => JSON.stringify(request.messages).length;
const isSummary = ({ messages }: WireRequest) => messages.at(-1)?.content === summaryRequest;
/** Counts like a model with four characters per token. */
const usageOf = (request: WireRequest) => ({
  prompt_tokens: Math.ceil(sizeOf(request) / 4),
  completion_tokens: 20,
});

/**
 * Reads the page from another line each time, for thirty steps, and counts its steps by what it was last
 * told.
 */
function reader(summary: (request: WireRequest) => ScriptedAnswer) {
  let reads = 0;
  return (_: number, request: WireRequest): ScriptedAnswer => {
    if (isSummary(request)) return { usage: usageOf(request), ...summary(request) };
    reads += 1;
    const call =
      reads > 30
        ? { name: "finish", arguments: { title: "Read it", summary: "Read." } }
        : { name: "read", arguments: { path: "page.md", offset: reads } };
    return { calls: [{ ...call, id: `call_${reads}` }], usage: usageOf(request) };
  };
}

async function setScene(
  script: (index: number, request: WireRequest) => ScriptedAnswer,
  changes: Partial<AgentRun> = {},
): Promise<Scene> {
  const server = await startScriptedModelServer({ script });
  const workspace = await createScanWorkspace({ "page.md": page });
  open.push(server, { close: workspace.remove });
  const events: AgentEvent[] = [];
  const config = { openaiBaseUrl: server.baseUrl, createChoresModel: () => expect.fail("not chores") };
  const agent = runAgent({
    ...plainRun,
    workspace,
    model: resolveModel(config, "openai-compatible/scripted"),
    prompt: "Read the page thirty times",
    instructions: null,
    siteSummary: "plain",
    budget: { maxSteps: 50, maxTokens: null, maxCostUsd: null },
    contextTokens: 12_000,
    signal: new AbortController().signal,
    emit: async (event) => void events.push(structuredClone(event)),
    ...changes,
  });
  return { agent, events, workspace, server };
}

const summaries = (events: AgentEvent[]) => events.filter(({ kind }) => kind === "summary");

describe("a conversation that fills the model's window", () => {
  it("is summarized by the model, once per block, and stays below the window", async () => {
    const { agent, events, server } = await setScene(
      reader(() => ({ text: "I have read the page some times." })),
    );
    expect(await agent.start()).toMatchObject({ kind: "finished", title: "Read it" });
    expect(server.refusals).toEqual([]);
    const asked = server.requests.filter((request) => !isSummary(request));
    expect(Math.max(...asked.map((request) => sizeOf(request) / 4))).toBeLessThan(12_000);
    const made = summaries(events).length;
    expect(made).toBeGreaterThan(1);
    expect(made).toBeLessThan(10);
    expect(server.requests.filter(isSummary)).toHaveLength(made);
    const last = JSON.stringify(asked.at(-1)?.messages[1]);
    expect(last.split("I have read the page some times.")).toHaveLength(2);
    expect(last).toContain("Task:\\nRead the page thirty times");
  });

  it("keeps the beginning of requests the same between two summaries", async () => {
    const { agent, server } = await setScene(reader(() => ({ text: "Short." })));
    await agent.start();
    const asked = server.requests.filter((request) => !isSummary(request));
    let breaks = 0;
    for (const [index, { messages }] of asked.slice(1).entries()) {
      const before = asked[index]!.messages;
      const isSame = JSON.stringify(messages.slice(0, before.length)) === JSON.stringify(before);
      if (!isSame) breaks += 1;
    }
    expect(breaks).toBe(server.requests.filter(isSummary).length);
  });

  it("continues in another worker with the recorded summary", async () => {
    const first = await setScene(reader(() => ({ text: "Seen." })));
    await first.agent.start();
    const cut = first.events.findIndex(({ kind }) => kind === "summary") + 2;
    const left = first.events.slice(cut).filter(({ kind }) => kind === "model_answer" || kind === "summary");
    let reads = first.events.slice(0, cut).filter(({ kind }) => kind === "model_answer").length;
    const script = (_: number, request: WireRequest): ScriptedAnswer => {
      if (isSummary(request)) return { text: "Seen.", usage: usageOf(request) };
      reads += 1;
      const call =
        reads > 30
          ? { name: "finish", arguments: { title: "Read it", summary: "Read." } }
          : { name: "read", arguments: { path: "page.md", offset: reads } };
      return { calls: [{ ...call, id: `call_${reads}` }], usage: usageOf(request) };
    };
    const again = await setScene(script, { recorded: first.events.slice(0, cut) });
    expect(await again.agent.start()).toMatchObject({ kind: "finished" });
    expect(again.server.requests).toHaveLength(left.length);
    expect(again.server.requests.at(-1)?.messages).toEqual(first.server.requests.at(-1)?.messages);
  });

  it("is summarized if the provider says that it no longer fits", async () => {
    const limit = 30_000;
    const plain = reader(() => ({ text: "Seen so far." }));
    const script = (index: number, request: WireRequest): ScriptedAnswer =>
      sizeOf(request) > limit && !isSummary(request)
        ? {
            status: 400,
            errorBody: {
              error: { message: "too long", type: "invalid_request_error", code: "context_length_exceeded" },
            },
          }
        : plain(index, request);
    const { agent, events } = await setScene(script, { contextTokens: 1_000_000 });
    expect(await agent.start()).toMatchObject({ kind: "finished" });
    expect(summaries(events).length).toBeGreaterThan(1);
  });

  it("lists the known files if the model does not summarize", async () => {
    const { agent, events } = await setScene(reader(() => ({ status: 400 })));
    expect(await agent.start()).toMatchObject({ kind: "finished" });
    expect(summaries(events)[0]).toMatchObject({ text: expect.stringContaining("- page.md"), costUsd: 0 });
  });

  it("counts the cost of its summaries", async () => {
    const { agent, events } = await setScene(
      reader(() => ({ text: "Seen." })),
      { costOf: ({ inputTokens, outputTokens }) => (inputTokens + outputTokens) / 1e6 },
    );
    await agent.start();
    for (const event of summaries(events)) {
      const { usage, costUsd } = event as Extract<AgentEvent, { kind: "summary" }>;
      expect(usage.inputTokens).toBeGreaterThan(0);
      expect(costUsd).toBeCloseTo((usage.inputTokens + usage.outputTokens) / 1e6);
    }
  });

  it("ends as a model error if the task alone does not fit", async () => {
    const script = (): ScriptedAnswer => ({
      status: 400,
      errorBody: { error: { message: "prompt too long", code: "context_length_exceeded" } },
    });
    const { agent } = await setScene(script);
    expect(await agent.start()).toMatchObject({
      kind: "model_error",
      message: expect.stringContaining("prompt too long"),
    });
  });
});
