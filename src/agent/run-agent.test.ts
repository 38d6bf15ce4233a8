import { describe, expect, it } from "vitest";
import {
  closeAgentScenes,
  finish,
  fourSteps,
  list,
  open,
  pages,
  results,
  setScene,
} from "../../test/helpers/agent-scene.ts";
import { createScanWorkspace } from "../../test/helpers/scan-workspace.ts";
import type { ScriptedAnswer } from "../../test/helpers/scripted-model-server.ts";
import { applyOperations } from "./apply-operations.ts";
import type { AgentEvent } from "./types.ts";

closeAgentScenes();

describe("runAgent", () => {
  it("searches, reads, edits and finishes over HTTP, in conversations that the real API accepts", async () => {
    const { agent, server, workspace, events } = await setScene(fourSteps);
    expect(await agent.start()).toEqual({ kind: "finished", title: "Rename", summary: "Done." });
    expect(server.refusals).toEqual([]);
    expect(server.requests).toHaveLength(4);
    expect(results(server.requests[3])).toEqual([
      "2 matches in 2 files\ndocs/a.mdx:5: It’s the API token.\ndocs/b.mdx:1: Use the API token",
      "docs/a.mdx, lines 1-5 of 5\n1\t---\n2\ttitle: A\n3\t---\n4\t\n5\tIt’s the API token.",
      "docs/b.mdx, lines 1-1 of 1\n1\tUse the API token",
      "docs/a.mdx: 1 edit applied",
      "docs/b.mdx: 1 edit applied",
    ]);
    expect(await workspace.files()).toEqual({
      "docs/a.mdx": "---\ntitle: A\n---\n\nIt’s the API key.\r\n",
      "docs/b.mdx": "Use the API key\n",
    });
    expect(events.map(({ kind }) => kind).join(" ")).toBe(
      "prompt model_answer tool_result model_answer tool_result tool_result model_answer tool_result tool_result model_answer tool_result",
    );
  });

  it("puts project instructions and site summary before the task in the first user message, as data", async () => {
    const { agent, server } = await setScene([{ calls: [finish] }]);
    await agent.start();
    const [system, user] = server.requests[0]!.messages;
    expect(system!.content).not.toContain("Write briefly.");
    expect(user!.content).toBe(
      "About the repository: plain Markdown, 2 pages\n\n<project-instructions>\nWrite briefly.\n</project-instructions>\n\nTask:\nReplace “API token”\nwith API key",
    );
  });

  it("reports each answer before any of its tools runs", async () => {
    const seen: string[] = [];
    const { agent } = await setScene(
      fourSteps,
      { emit: async (event) => void seen.push(event.kind) },
      {
        search: async () => {
          seen.push("search runs");
          return [];
        },
      },
    );
    await agent.start();
    expect(seen.slice(0, 4)).toEqual(["prompt", "model_answer", "search runs", "tool_result"]);
  });

  it("ends at once without asking again if an event cannot be stored", async () => {
    const emit = async ({ kind }: AgentEvent) => {
      if (kind === "model_answer") throw new Error("the lease is lost");
    };
    const { agent, server, workspace } = await setScene(fourSteps, { emit });
    await expect(agent.start()).rejects.toThrow("the lease is lost");
    expect(server.requests).toHaveLength(1);
    expect(await workspace.files()).toEqual(pages);
  });

  it("records operations that give identical bytes on a fresh copy, with the tree hash of each step", async () => {
    const script: ScriptedAnswer[] = [
      ...fourSteps.slice(0, 3),
      {
        calls: [
          { name: "write", arguments: { path: "docs/new/c.md", content: "# C\n" } },
          { name: "move", arguments: { from: "docs/b.mdx", to: "docs/new/d.mdx" } },
          { name: "delete", arguments: { path: "docs/a.mdx" } },
        ],
      },
      { calls: [finish] },
    ];
    const { agent, workspace, events } = await setScene(
      script,
      {},
      {
        planMove: async () => ({
          edits: [{ path: "docs/a.mdx", text: "It’s linked: [d](new/d)\r\n", what: "1 link" }],
          unclear: [],
          notes: ["look at it"],
        }),
      },
    );
    expect(await agent.start()).toMatchObject({ kind: "finished" });
    const copy = await createScanWorkspace(pages);
    open.push({ close: copy.remove });
    for (const event of events) {
      if (event.kind !== "tool_result") continue;
      await applyOperations(copy, event.operations);
      if (event.tree !== null) expect(await copy.treeHash([])).toBe(event.tree);
    }
    const trees = events.flatMap((event) =>
      event.kind === "tool_result" && event.tree !== null ? [event.step] : [],
    );
    expect(trees).toEqual([3, 4]);
    expect(await copy.files()).toEqual(await workspace.files());
    expect(Object.keys(await copy.files())).toEqual(["docs/new/c.md", "docs/new/d.mdx"]);
  });

  it("continues in the same conversation after finish, for repairs", async () => {
    const { agent, server, events } = await setScene([
      { calls: [list, finish] },
      { calls: [{ name: "finish", arguments: { title: "Repair", summary: "Nothing to repair." } }] },
    ]);
    await agent.start();
    expect(await agent.continueWith("The checks found problems")).toMatchObject({ title: "Repair" });
    const roles = server.requests[1]!.messages.map(({ role }) => role);
    expect(roles).toEqual(["system", "user", "assistant", "tool", "tool", "user"]);
    expect(server.refusals).toEqual([]);
    expect(events.filter(({ kind }) => kind === "prompt")).toMatchObject([
      { cause: "task", instructions: "Write briefly.", siteSummary: "plain Markdown, 2 pages" },
      { cause: "repair", text: "The checks found problems" },
    ]);
  });
});
