import { afterEach, describe, expect, it } from "vitest";
import { plainRun } from "../../test/helpers/agent-run.ts";
import { createScanWorkspace } from "../../test/helpers/scan-workspace.ts";
import { type ScriptedAnswer, startScriptedModelServer } from "../../test/helpers/scripted-model-server.ts";
import { resolveModel } from "./models/resolve-model.ts";
import { runAgent } from "./run-agent.ts";
import type { AgentEvent } from "./types.ts";

const pages = { "docs/a.md": "It is the API token.\n" };
const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

const done = { title: "Fix broken links", summary: "I have fixed all 12 links." };
const finish: ScriptedAnswer = { calls: [{ name: "finish", arguments: done }] };

async function run(
  answer: (step: number) => ScriptedAnswer,
  { recorded = [], earlier = null }: { recorded?: AgentEvent[]; earlier?: string | null } = {},
) {
  const events: AgentEvent[] = [];
  const server = await startScriptedModelServer({
    script: (_index, { messages }) => answer(messages.filter(({ role }) => role === "assistant").length),
  });
  const workspace = await createScanWorkspace(pages);
  open.push(server, { close: workspace.remove });
  const config = { openaiBaseUrl: server.baseUrl, createChoresModel: () => expect.fail("not chores") };
  const outcome = await runAgent({
    ...plainRun,
    workspace,
    model: resolveModel(config, "openai-compatible/small"),
    prompt: "Fix broken links",
    instructions: null,
    siteSummary: "plain Markdown, 1 page",
    budget: { maxSteps: 100, maxTokens: null, maxCostUsd: null },
    contextTokens: 120_000,
    signal: new AbortController().signal,
    recorded,
    earlier,
    emit: async (event) => void events.push(event),
  }).start();
  expect(server.refusals).toEqual([]);
  expect(await workspace.files()).toEqual(pages);
  const results = events.flatMap((event) => (event.kind === "tool_result" ? [event.output] : []));
  return { outcome, requests: server.requests.length, events, results };
}

const look: ScriptedAnswer = { calls: [{ name: "list", arguments: {} }] };

const toComparable = (event: AgentEvent) =>
  event.kind === "tool_result" ? { name: event.name, ok: event.ok, output: event.output } : event.kind;

describe("a small model that cannot do the job", () => {
  it("and only talks, ends with advice for its user, not as if it had worked", async () => {
    const { outcome, requests } = await run(() => ({
      text: `The task is done. All links are fixed.\n${"More. ".repeat(90)}`,
    }));
    expect(outcome).toMatchObject({
      kind: "model_error",
      message: expect.stringMatching(
        /^The model answered twice without calling a tool, so nothing was done\. Choose a model that can call tools.*llama\.cpp: --jinja.*Its last words: "The task is done\. /,
      ),
    });
    expect((outcome as { message: string }).message.length).toBeLessThan(600);
    expect(requests).toBe(2);
  });

  it.each([
    '<tool_call>\n{"name": "list", "arguments": {}}\n</tool_call>',
    '```json\n{"name": "search", "arguments": {"pattern": "x"}}\n```',
    '[TOOL_CALLS] [{"name": "read"}]',
    '<function=list>{"path": "docs"}</function>',
  ])("and writes its calls as text, is reported as such: %s", async (text) => {
    const { outcome } = await run(() => ({ text }));
    expect(outcome).toMatchObject({
      kind: "model_error",
      message: expect.stringContaining("wrote its tool calls as plain text"),
    });
  });

  it("and says nothing, ends after a reminder", async () => {
    const { outcome, requests } = await run(() => ({ text: "" }));
    expect(outcome).toMatchObject({ kind: "model_error" });
    expect(requests).toBe(2);
  });

  it("and calls finish immediately twice, is told once to look, and ends with advice for its user", async () => {
    const { outcome, requests, results } = await run(() => finish);
    expect(outcome).toMatchObject({
      kind: "model_error",
      message: expect.stringMatching(
        /^The model ended the job without looking at the repository.*Choose a more capable model.*Its last words: "I have fixed all 12 links\."$/,
      ),
    });
    expect(requests).toBe(2);
    expect(results[0]).toMatch(/^error: nothing of the repository has been looked at yet\. Look first/);
  });

  it("and calls finish twice in one answer, gets one more try", async () => {
    const twice: ScriptedAnswer = { calls: [...finish.calls!, ...finish.calls!] };
    const { outcome } = await run((step) => [twice, look][step] ?? finish);
    expect(outcome).toEqual({ kind: "finished", ...done });
  });

  it.each<[string, ScriptedAnswer[]]>([
    ["after it was told to", [finish, look, finish]],
    ["beside its finish", [{ calls: [...finish.calls!, ...look.calls!] }, finish]],
    ["after a mistake", [{ calls: [{ name: "read", arguments: { path: "none.md" } }] }, look, finish]],
  ])("but looks %s, may say that there is nothing to do", async (_when, answers) => {
    const { outcome, requests } = await run((step) => answers[step]!);
    expect(outcome).toEqual({ kind: "finished", ...done });
    expect(requests).toBe(answers.length);
  });

  it("may call finish immediately in a later turn, whose prompt includes the earlier ones", async () => {
    const { outcome, requests } = await run(() => finish, { earlier: "Earlier turns changed docs/a.md." });
    expect(outcome).toEqual({ kind: "finished", ...done });
    expect(requests).toBe(1);
  });

  it.each<[string, ScriptedAnswer]>([
    ["refused", finish],
    ["of no tool", { calls: [{ name: "bash", arguments: { command: "ls" } }] }],
  ])("and only talks after a call that was %s, counts as not having looked", async (_why, first) => {
    const { outcome } = await run((step) => (step === 0 ? first : { text: "All links are fixed." }));
    expect(outcome).toMatchObject({
      kind: "model_error",
      message: expect.stringMatching(/^The model ended the job without looking/),
    });
  });

  it("and calls finish immediately, ends the same way on another worker, wherever that one takes over", async () => {
    const whole = await run(() => finish);
    for (let length = 0; length <= whole.events.length; length += 1) {
      const recorded = whole.events.slice(0, length);
      const again = await run(() => finish, { recorded });
      expect(again.outcome).toEqual(whole.outcome);
      expect([...recorded, ...again.events].map(toComparable)).toEqual(whole.events.map(toComparable));
    }
  });

  it("and keeps calling nonexistent tools, each with other words, ends as stuck", async () => {
    const { outcome, requests } = await run((step) => ({
      calls: [{ name: `tool_${step}`, arguments: { x: step } }],
    }));
    expect(outcome).toMatchObject({
      kind: "stuck",
      message: expect.stringContaining("choose a more capable model"),
    });
    expect(requests).toBe(16);
  });

  it("and never writes valid arguments, ends as stuck", async () => {
    const { outcome, requests } = await run((step) => ({
      calls: [{ name: "read", arguments: `{"path": "a", "n${step}": ` }],
      finishReason: "length",
    }));
    expect(outcome).toMatchObject({ kind: "stuck" });
    expect(requests).toBeLessThanOrEqual(16);
  });

  it("and talks between its calls, ends as stuck", async () => {
    const { outcome, requests } = await run((step) =>
      step % 2 === 0 ? look : { text: "I list the files." },
    );
    expect(outcome).toMatchObject({ kind: "stuck" });
    expect(requests).toBeLessThanOrEqual(16);
  });

  it("and has a window too small for the task, ends with the size that it needs", async () => {
    const { outcome } = await run(() => ({
      status: 400,
      errorBody: {
        error: {
          code: 400,
          message:
            "request (4364 tokens) exceeds the available context size (2048 tokens), try increasing it",
          type: "exceed_context_size_error",
          n_prompt_tokens: 4364,
          n_ctx: 2048,
        },
      },
    }));
    expect(outcome).toMatchObject({
      kind: "model_error",
      message: expect.stringMatching(
        /2048 tokens.*try increasing it\. .*at least 16,384 tokens.*COPYDESK_CONTEXT_TOKENS/,
      ),
    });
  });
});
