import { afterEach, describe, expect, it } from "vitest";
import { plainRun } from "../../test/helpers/agent-run.ts";
import { createScanWorkspace } from "../../test/helpers/scan-workspace.ts";
import { type ScriptedAnswer, startScriptedModelServer } from "../../test/helpers/scripted-model-server.ts";
import { resolveModel } from "./models/resolve-model.ts";
import { runAgent } from "./run-agent.ts";

const pages = { "docs/a.md": "It is the API token.\n" };
const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

async function run(answer: (step: number) => ScriptedAnswer, contextTokens = 120_000) {
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
    contextTokens,
    signal: new AbortController().signal,
    emit: async () => undefined,
  }).start();
  expect(server.refusals).toEqual([]);
  expect(await workspace.files()).toEqual(pages);
  return { outcome, requests: server.requests.length };
}

describe("a small model that cannot do the job", () => {
  it("and only talks, ends with what its user can do, not as if it had worked", async () => {
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
  ])("and writes its calls as text, says so: %s", async (text) => {
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

  it("and calls tools that there are not, in ever other words, ends as stuck", async () => {
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
    const list: ScriptedAnswer = { calls: [{ name: "list", arguments: {} }] };
    const { outcome, requests } = await run((step) =>
      step % 2 === 0 ? list : { text: "I list the files." },
    );
    expect(outcome).toMatchObject({ kind: "stuck" });
    expect(requests).toBeLessThanOrEqual(16);
  });

  it("and has a window that is too small for the task, ends with the size that it needs", async () => {
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
