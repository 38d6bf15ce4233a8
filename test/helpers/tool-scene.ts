import { onTestFinished } from "vitest";
import { runTool } from "../../src/agent/run-tool.ts";
import { allTools } from "../../src/agent/tools/all-tools.ts";
import type { ToolContext, ToolResult } from "../../src/agent/tools/tool.ts";
import type { AgentWorkspace } from "../../src/agent/types.ts";
import { createScanWorkspace } from "./scan-workspace.ts";

const files = {
  "docs.json": '{"pages": ["docs/a", "docs/b"]}\n',
  "docs/a.mdx": "A links to [b](b)\n",
  "docs/b.mdx": "B\n",
  "docs/image.png": Buffer.from([0x89, 0x50, 0, 1]),
  "docs/deep/c.md": "C\n",
  ".github/x.yml": "x\n",
};

/** A small tree, or the given one, and all tools on it, until the test has finished. */
export async function prepareTools(
  overrides: Partial<AgentWorkspace> = {},
  tree: Record<string, string | Buffer> = files,
) {
  const workspace = await createScanWorkspace(tree, overrides);
  onTestFinished(() => workspace.remove());
  const context: ToolContext = { workspace, reads: new Map(), signal: new AbortController().signal };
  const call = (name: string, input: object): Promise<ToolResult> =>
    runTool(allTools, context, { id: "1", name, input });
  return { workspace, call };
}
