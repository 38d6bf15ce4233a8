import { afterEach, describe, expect, it } from "vitest";
import { plainRun } from "../../test/helpers/agent-run.ts";
import { createScanWorkspace, type ScanWorkspace } from "../../test/helpers/scan-workspace.ts";
import {
  type ScriptedAnswer,
  type ScriptedModelServer,
  startScriptedModelServer,
  type WireRequest,
} from "../../test/helpers/scripted-model-server.ts";
import { createChoresModel } from "../chores/create-chores-model.ts";
import { resolveModel } from "./models/resolve-model.ts";
import { ReplayMismatch } from "./recording.ts";
import { type AgentConversation, runAgent } from "./run-agent.ts";
import type { AgentEvent, AgentOutcome, AgentRun } from "./types.ts";

const pages = {
  "docs/a.md": "# A\r\n\r\nIt’s the API token.\r\n",
  "docs/b.md": "Use the API token\n",
  "docs/c.md": "Nothing here.\n",
};

/** Reads, writes, fails, talks, calls finish, is sent back, repairs, and calls finish again. */
const answers: ScriptedAnswer[] = [
  { calls: [{ name: "search", arguments: { pattern: "API token" } }, read("docs/a.md"), read("docs/b.md")] },
  {
    calls: [
      edit("docs/a.md", "API token", "API key"),
      edit("docs/b.md", "no such text", "x"),
      { name: "write", arguments: { path: "docs/new.md", content: "# New\n" } },
    ],
  },
  { text: "I think that is all." },
  { calls: [edit("docs/b.md", "API token", "API key"), finish("First")] },
  { calls: [edit("docs/new.md", "# New", "# Newer"), { name: "delete", arguments: { path: "docs/c.md" } }] },
  { calls: [finish("Second")] },
];

function read(path: string) {
  return { name: "read", arguments: { path } };
}

function edit(path: string, old: string, now: string) {
  return { name: "edit", arguments: { path, edits: [{ old, new: now }] } };
}

function finish(title: string) {
  return { name: "finish", arguments: { title, summary: "Done." } };
}

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

async function setScene(
  changes: Partial<AgentRun> = {},
  files: Record<string, string> = pages,
): Promise<Scene> {
  const server = await startScriptedModelServer({ script: (_, request) => answerOf(countAnswers(request)) });
  const workspace = await createScanWorkspace(files);
  open.push(server, { close: workspace.remove });
  const events: AgentEvent[] = [];
  const agent = runAgent({
    ...plainRun,
    workspace,
    model: resolveModel({ openaiBaseUrl: server.baseUrl, createChoresModel }, "openai-compatible/scripted"),
    prompt: "Rename",
    instructions: "Be brief.",
    siteSummary: "plain",
    budget: { maxSteps: 50, maxTokens: null, maxCostUsd: null },
    signal: new AbortController().signal,
    emit: async (event) => void events.push(structuredClone(event)),
    ...changes,
  });
  return { agent, events, workspace, server };
}

/** Returns an answer with the same ids in every attempt. */
function answerOf(step: number): ScriptedAnswer {
  const { calls, ...answer } = answers[step]!;
  return {
    ...answer,
    ...(calls && { calls: calls.map((call, index) => ({ ...call, id: `call_${step}_${index}` })) }),
  };
}

function countAnswers({ messages }: WireRequest): number {
  return messages.filter(({ role }) => role === "assistant").length;
}

/** Runs through the first finish, one repair round, and the second finish. */
async function goThrough(agent: AgentConversation): Promise<AgentOutcome> {
  await agent.start();
  return await agent.continueWith(agent.recordedContinuation() ?? "There are new problems. Repair them.");
}

const isAnswer = ({ kind }: AgentEvent) => kind === "model_answer";

describe("a conversation started by another worker", () => {
  it("continues from every event, asks only for what is missing, and ends with the same tree and messages", async () => {
    const first = await setScene();
    const outcome = await goThrough(first.agent);
    const files = await first.workspace.files();
    expect(outcome).toMatchObject({ kind: "finished", title: "Second" });
    expect(first.events.filter(isAnswer)).toHaveLength(answers.length);
    for (let cut = 0; cut <= first.events.length; cut += 1) {
      const recorded = first.events.slice(0, cut);
      const again = await setScene({ recorded });
      expect(await goThrough(again.agent), `cut at ${cut}`).toEqual(outcome);
      expect(await again.workspace.files(), `cut at ${cut}`).toEqual(files);
      expect(again.server.refusals).toEqual([]);
      expect(again.server.requests).toHaveLength(answers.length - recorded.filter(isAnswer).length);
      const asked = again.server.requests.map(({ messages }) => messages);
      expect(asked).toEqual(
        first.server.requests.slice(answers.length - asked.length).map(({ messages }) => messages),
      );
      const all = [...recorded, ...again.events].map(withoutTimes);
      expect(all).toEqual(first.events.map(withoutTimes));
    }
  });

  it.each([
    ["the same call for ever", ["docs/b.md"]],
    ["calls that take turns", ["docs/a.md", "docs/b.md"]],
  ])("that goes in circles (%s) has the same warnings and the same end", async (_, paths) => {
    const circling = async (recorded: AgentEvent[]) => {
      const server = await startScriptedModelServer({
        script: (_index, request) => {
          const step = countAnswers(request);
          const call =
            step === 1 ? edit("docs/a.md", "API token", "API key") : read(paths[step % paths.length]!);
          return { calls: [{ ...(step === 0 ? read("docs/a.md") : call), id: `call_${step}` }] };
        },
      });
      open.push(server);
      const config = { openaiBaseUrl: server.baseUrl, createChoresModel };
      const scene = await setScene({ recorded, model: resolveModel(config, "openai-compatible/scripted") });
      return { outcome: await scene.agent.start(), ...scene, server };
    };
    const first = await circling([]);
    expect(first.outcome).toMatchObject({ kind: "stuck" });
    expect(first.events.filter((event) => event.kind === "tool_result" && event.warning)).not.toEqual([]);
    expect(JSON.stringify(first.server.requests.at(-1))).toContain("\\n\\nwarning: ");
    for (let cut = 0; cut <= first.events.length; cut += 1) {
      const again = await circling(first.events.slice(0, cut));
      expect(again.outcome).toEqual(first.outcome);
      const all = [...first.events.slice(0, cut), ...again.events].map(withoutTimes);
      expect(all, `cut at ${cut}`).toEqual(first.events.map(withoutTimes));
      const last = again.server.requests.at(-1)?.messages;
      if (last !== undefined) expect(last).toEqual(first.server.requests.at(-1)?.messages);
    }
  });

  it("stops if the tree has changed", async () => {
    const first = await setScene();
    await goThrough(first.agent);
    const again = await setScene({ recorded: first.events }, { ...pages, "docs/other.md": "more\n" });
    await expect(goThrough(again.agent)).rejects.toThrow(ReplayMismatch);
    const gone = await setScene({ recorded: first.events }, { ...pages, "docs/a.md": "else\n" });
    await expect(goThrough(gone.agent)).rejects.toThrow(/change of edit could not be repeated/);
  });

  it("stops if the record has another form", async () => {
    const first = await setScene();
    await goThrough(first.agent);
    const [, , , , ...rest] = first.events;
    const again = await setScene({ recorded: [first.events[0]!, ...rest] });
    await expect(goThrough(again.agent)).rejects.toThrow(ReplayMismatch);
  });

  it("uses the same id for a call in every attempt", async () => {
    const namesOf = ({ server }: Scene) => server.headers.map((headers) => headers["idempotency-key"]);
    const first = await setScene({ callPrefix: "job_1-1-1" });
    await goThrough(first.agent);
    const names = namesOf(first);
    expect(names[0]).toBe("job_1-1-1-1");
    expect(new Set(names).size).toBe(answers.length);
    const again = await setScene({ callPrefix: "job_1-1-1", recorded: first.events.slice(0, 6) });
    await goThrough(again.agent);
    expect(namesOf(again)).toEqual(names.slice(2));
  });

  it("of the built-in model continues in the middle of its chore", async () => {
    const chore = { prompt: 'Replace "API token" with "API key"', model: createChoresModel() };
    const first = await setScene(chore);
    await first.agent.start();
    const files = await first.workspace.files();
    for (let cut = 0; cut <= first.events.length; cut += 1) {
      const again = await setScene({
        ...chore,
        model: createChoresModel(),
        recorded: first.events.slice(0, cut),
      });
      expect(await again.agent.start()).toMatchObject({ kind: "finished" });
      expect(await again.workspace.files()).toEqual(files);
    }
  });
});

describe("messages from people while the job runs", () => {
  const said = (texts: string[]) => async () => {
    const text = texts.shift();
    return text === undefined ? null : { text, through: 7 };
  };

  it("reach the model with its next step, once, even if another worker continues", async () => {
    const first = await setScene({ takeMessages: said(["Also mind the titles."]) });
    await goThrough(first.agent);
    const told = first.server.requests.map(
      ({ messages }) => JSON.stringify(messages).split("mind the titles").length - 1,
    );
    expect(told).toEqual(answers.map(() => 1));
    const cut = first.events.findIndex(({ kind }) => kind === "tool_result");
    const again = await setScene({ recorded: first.events.slice(0, cut), takeMessages: said([]) });
    await goThrough(again.agent);
    expect(again.server.requests.at(-1)?.messages).toEqual(first.server.requests.at(-1)?.messages);
  });

  it("wait for the next turn if the built-in model is working", async () => {
    const chore = { prompt: 'Replace "API token" with "API key"', model: createChoresModel() };
    const { agent, events } = await setScene({ ...chore, takeMessages: () => expect.fail("taken") });
    await agent.start();
    expect(events.filter(({ kind }) => kind === "prompt")).toHaveLength(1);
  });
});

function withoutTimes({ ...event }: AgentEvent): unknown {
  return JSON.parse(JSON.stringify(event, (key, value) => (key === "durationMs" ? undefined : value)));
}
