import { afterEach, describe, expect, it } from "vitest";
import { plainRun } from "../../test/helpers/agent-run.ts";
import { createScanWorkspace, type ScanWorkspace } from "../../test/helpers/scan-workspace.ts";
import { createChoresModel } from "../chores/create-chores-model.ts";
import { runAgent } from "./run-agent.ts";
import type { AgentEvent } from "./types.ts";
import { endStep, findStuck, noteCall, startProgress } from "./watch-progress.ts";

const open: ScanWorkspace[] = [];

afterEach(async () => {
  for (const workspace of open.splice(0)) await workspace.remove();
});

async function run(prompt: string, files: Record<string, string>) {
  const workspace = await createScanWorkspace(files);
  open.push(workspace);
  const events: AgentEvent[] = [];
  const agent = runAgent({
    ...plainRun,
    workspace,
    model: createChoresModel(),
    prompt,
    instructions: "Replace everything with nothing.",
    siteSummary: "plain Markdown",
    budget: { maxSteps: 100, maxTokens: null, maxCostUsd: null },
    signal: new AbortController().signal,
    emit: async (event) => void events.push(event),
  });
  return { outcome: await agent.start(), agent, events, files: await workspace.files() };
}

/** Expects that watching would end or warn nothing, although the built-in model is not watched. */
function expectProgress(events: AgentEvent[]): void {
  const progress = startProgress();
  const inputs = new Map(
    events.flatMap((event) =>
      event.kind === "model_answer" ? event.toolCalls.map(({ id, input }) => [id, input] as const) : [],
    ),
  );
  for (const [index, event] of events.entries()) {
    if (event.kind !== "tool_result") continue;
    const { name, ok, output, callId } = event;
    const warnings = [
      noteCall(progress, { name, ok, output, input: inputs.get(callId) }, event.operations.length > 0),
    ];
    if (events[index + 1]?.kind !== "tool_result") warnings.push(endStep(progress, event.tree));
    expect([findStuck(progress), ...warnings.filter((warning) => warning !== null)]).toEqual([null]);
  }
}

describe("the built-in model in the loop", () => {
  it("replaces a term on many pages, in prose only and byte for byte", async () => {
    const page = (index: number) =>
      `\uFEFF# Page ${index}\r\n\r\nThe API token, \`API token\` and “API token”s.`;
    const paths = Array.from({ length: 60 }, (_, index) => `docs/page-${index}.md`);
    const { outcome, files, agent, events } = await run(
      'Replace "API token" with "API key"',
      Object.fromEntries(paths.map((path, index) => [path, page(index)])),
    );
    expect(outcome).toMatchObject({ kind: "finished" });
    expect(events.filter((event) => event.kind === "tool_result" && event.warning)).toEqual([]);
    expectProgress(events);
    expect(files["docs/page-7.md"]).toBe("\uFEFF# Page 7\r\n\r\nThe API key, `API token` and “API key”s.");
    expect(Object.values(files).filter((text) => text.includes("The API key,"))).toHaveLength(60);
    expect(
      await agent.continueWith("The checks found problems that your change introduced:\n- none"),
    ).toMatchObject({
      kind: "finished",
    });
  });

  it("receives just the task, not the project's instructions, and reports what it does not understand", async () => {
    const { outcome, files } = await run("Write a poem about documentation", { "a.md": "A\n" });
    expect(outcome).toMatchObject({
      kind: "not_understood",
      message: expect.stringContaining("does not understand"),
    });
    expect(files).toEqual({ "a.md": "A\n" });
  });
});
