import { afterEach, expect } from "vitest";
import { resolveModel } from "../../src/agent/models/resolve-model.ts";
import { type AgentConversation, runAgent } from "../../src/agent/run-agent.ts";
import type { AgentEvent, AgentRun, AgentWorkspace } from "../../src/agent/types.ts";
import { plainRun } from "./agent-run.ts";
import { createScanWorkspace, type ScanWorkspace } from "./scan-workspace.ts";
import {
  type Script,
  type ScriptedAnswer,
  type ScriptedModelServer,
  startScriptedModelServer,
  type WireRequest,
} from "./scripted-model-server.ts";

export const pages = {
  "docs/a.mdx": "---\ntitle: A\n---\n\nIt’s the API token.\r\n",
  "docs/b.mdx": "Use the API token\n",
};
export const list = { name: "list", arguments: {} };
export const finish = { name: "finish", arguments: { title: "Rename", summary: "Done." } };

export const fourSteps: ScriptedAnswer[] = [
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

export interface Scene {
  agent: AgentConversation;
  server: ScriptedModelServer;
  workspace: ScanWorkspace;
  events: AgentEvent[];
}

export const open: { close(): Promise<void> }[] = [];

export async function setScene(
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

export function results(request: WireRequest | undefined): unknown[] {
  return (request?.messages ?? []).filter(({ role }) => role === "tool").map(({ content }) => content);
}

/** In every file that uses the scene, at its top. */
export function closeAgentScenes(): void {
  afterEach(async () => {
    for (const thing of open.splice(0)) await thing.close();
  });
}
