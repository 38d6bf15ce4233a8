import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { plainRun } from "../../../test/helpers/agent-run.ts";
import { createScanWorkspace } from "../../../test/helpers/scan-workspace.ts";
import { startScriptedModelServer } from "../../../test/helpers/scripted-model-server.ts";
import { useCleanups } from "../../../test/helpers/use-cleanups.ts";
import { resolveModel } from "../../agent/models/resolve-model.ts";
import { runAgent } from "../../agent/run-agent.ts";
import type { AgentEvent } from "../../agent/types.ts";
import { createChoresModel } from "../../chores/create-chores-model.ts";
import { createGate } from "../../outgoing/create-gate.ts";
import { createKnownSecrets } from "../../outgoing/known-secrets.ts";
import { cleanAgentEvent } from "./clean-agent-event.ts";

const { cleanups } = useCleanups();
const secret = `tok-${randomBytes(24).toString("base64url")}`;
const write = (path: string, content: string) => ({ name: "write", arguments: { path, content } });
const answers = [
  { calls: [{ name: "read", arguments: { path: "seen.md" } }] },
  { text: `It is ${secret}.`, calls: [write("one.md", "# One\n"), write("two.md", `# Two\n\n${secret}\n`)] },
  { calls: [write("three.md", "# Three\n")] },
  { calls: [{ name: "finish", arguments: { title: "Write pages", summary: "Two pages." } }] },
];

async function run(recorded: readonly AgentEvent[]) {
  const known = createKnownSecrets();
  known.learn(null, [secret]);
  const gate = createGate(() => known.of(null));
  const model = await startScriptedModelServer({
    script: (_, { messages }) => {
      const answer = answers[messages.filter(({ role }) => role === "assistant").length]!;
      return { ...answer, calls: answer.calls.map((call, at) => ({ ...call, id: `${call.name}_${at}` })) };
    },
  });
  const workspace = await createScanWorkspace({ "seen.md": `# Seen\n\nKeep ${secret} safe.\n` });
  cleanups.push(() => model.close(), workspace.remove);
  const events: AgentEvent[] = [];
  const outcome = await runAgent({
    ...plainRun,
    workspace,
    model: resolveModel({ openaiBaseUrl: model.baseUrl, createChoresModel }, "openai-compatible/scripted"),
    prompt: "Write pages",
    instructions: null,
    siteSummary: "plain",
    budget: { maxSteps: 10, maxTokens: null, maxCostUsd: null },
    signal: new AbortController().signal,
    recorded,
    clean: (event) => cleanAgentEvent(gate, event),
    emit: async (event) => void events.push(structuredClone(event)),
  }).start();
  return { outcome, events, requests: model.requests, tree: await workspace.treeHash([]) };
}

test("a masked record leads to the same tree and the same conversation, wherever it ends", async () => {
  const whole = await run([]);
  expect(whole.outcome).toMatchObject({ kind: "finished", title: "Write pages" });
  expect(JSON.stringify([whole.events, whole.requests])).not.toContain(secret);
  const results = whole.events.filter((event) => event.kind === "tool_result");
  expect(results.map(({ ok }) => ok)).toEqual([true, true, false, true, true]);
  expect(results[2]!.output).toContain("so the call was not run");
  for (let length = 1; length <= whole.events.length; length += 1) {
    const again = await run(whole.events.slice(0, length));
    expect(again.outcome).toEqual(whole.outcome);
    expect(again.tree).toBe(whole.tree);
    const last = again.requests.at(-1);
    if (last !== undefined) expect(last.messages).toEqual(whole.requests.at(-1)!.messages);
  }
});
