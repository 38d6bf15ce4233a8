/**
 * Runs Copydesk's agent alone on the folder in the first argument: no mirror, no checks, no push, like the
 * peers.
 */
import { realpath } from "node:fs/promises";
import { resolveModel } from "../../src/agent/models/resolve-model.ts";
import { openDiskFiles } from "../../src/agent/open-disk-files.ts";
import { runAgent } from "../../src/agent/run-agent.ts";
import type { AgentWorkspace } from "../../src/agent/types.ts";
import { searchWithGit } from "../../src/git/search/search-with-git.ts";
import { plainRun } from "../../test/helpers/agent-run.ts";
import { prompt } from "../parts/four-step-script.ts";

const [, , folder, openaiCompatibleBaseUrl] = process.argv as [string, string, string, string];
const directory = await realpath(folder);
const place = { repository: ["-C", directory], objects: { tree: "HEAD" } };
const workspace: AgentWorkspace = {
  ...openDiskFiles(directory),
  refuseWrite: () => null,
  search: async (query, signal) => (await searchWithGit(place, query, { maxHits: 20_000, signal })).hits,
  check: async () => ({ new: [], fixed: [], preexisting: [], notJudged: [] }),
  planMove: async () => ({ edits: [], unclear: [], notes: [] }),
  planDelete: async () => ({ inbound: [], edits: [], notes: [] }),
  parsePage: async () => null,
  noteChanges: async () => {},
  treeHash: async () => "0",
};
const createChoresModel = () => {
  throw new Error("not used");
};
const agent = runAgent({
  ...plainRun,
  workspace,
  model: resolveModel({ openaiCompatibleBaseUrl, createChoresModel }, "openai-compatible/scripted"),
  prompt,
  instructions: null,
  siteSummary: "plain Markdown, 42 pages",
  budget: { maxSteps: 20, maxTokens: null, maxCostUsd: null },
  signal: new AbortController().signal,
  emit: async () => {},
});
const outcome = await agent.start();
if (outcome.kind !== "finished") throw new Error(JSON.stringify(outcome));
