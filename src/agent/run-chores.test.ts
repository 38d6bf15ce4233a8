import { afterEach, describe, expect, it } from "vitest";
import { plainRun } from "../../test/helpers/agent-run.ts";
import { createScanWorkspace, type ScanWorkspace } from "../../test/helpers/scan-workspace.ts";
import { createChoresModel } from "./models/chores/create-chores-model.ts";
import { runAgent } from "./run-agent.ts";

const open: ScanWorkspace[] = [];

afterEach(async () => {
  for (const workspace of open.splice(0)) await workspace.remove();
});

async function run(prompt: string, files: Record<string, string>) {
  const workspace = await createScanWorkspace(files);
  open.push(workspace);
  const agent = runAgent({
    ...plainRun,
    workspace,
    model: createChoresModel(),
    prompt,
    instructions: "Replace everything with nothing.",
    siteSummary: "plain Markdown",
    budget: { maxSteps: 100, maxTokens: null, maxCostUsd: null },
    signal: new AbortController().signal,
    emit: async () => {},
  });
  return { outcome: await agent.start(), agent, files: await workspace.files() };
}

describe("the built-in model in the loop", () => {
  it("replaces a term on many pages, in prose only and byte for byte", async () => {
    const page = (index: number) =>
      `\uFEFF# Page ${index}\r\n\r\nThe API token, \`API token\` and “API token”s.`;
    const paths = Array.from({ length: 60 }, (_, index) => `docs/page-${index}.md`);
    const { outcome, files, agent } = await run(
      'Replace "API token" with "API key"',
      Object.fromEntries(paths.map((path, index) => [path, page(index)])),
    );
    expect(outcome).toMatchObject({ kind: "finished" });
    expect(files["docs/page-7.md"]).toBe("\uFEFF# Page 7\r\n\r\nThe API key, `API token` and “API key”s.");
    expect(Object.values(files).filter((text) => text.includes("The API key,"))).toHaveLength(60);
    expect(
      await agent.continueWith("The checks found problems that your change introduced:\n- none"),
    ).toMatchObject({
      kind: "finished",
    });
  });

  it("hears the task alone, not the project's instructions, and says what it does not understand", async () => {
    const { outcome, files } = await run("Write a poem about documentation", { "a.md": "A\n" });
    expect(outcome).toMatchObject({
      kind: "not_understood",
      message: expect.stringContaining("does not understand"),
    });
    expect(files).toEqual({ "a.md": "A\n" });
  });
});
