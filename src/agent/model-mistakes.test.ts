import { describe, expect, it } from "vitest";
import { closeAgentScenes, finish, list, pages, results, setScene } from "../../test/helpers/agent-scene.ts";
import { AppError } from "../errors.ts";

closeAgentScenes();

const mistakes: [title: string, call: { name: string; arguments: object | string }, answer: RegExp][] = [
  [
    "an unknown tool",
    { name: "shell", arguments: { command: "ls" } },
    /^error: there is no tool "shell"; use list, search/,
  ],
  [
    "arguments of the wrong type",
    { name: "read", arguments: { path: 7 } },
    /^error: bad arguments for read: path: /,
  ],
  [
    "missing arguments",
    { name: "edit", arguments: { path: "docs/a.mdx" } },
    /^error: bad arguments for edit: edits: /,
  ],
  [
    "arguments that are not JSON",
    { name: "read", arguments: '{"path": "docs' },
    /^error: the arguments of read must be one JSON object/,
  ],
  ["arguments that are a list", { name: "read", arguments: "[1]" }, /^error: bad arguments for read/],
  [
    "a file that is not there",
    { name: "read", arguments: { path: "nope.md" } },
    /^error: file_not_found: nope\.md does not exist/,
  ],
  ["a path outside", { name: "read", arguments: { path: "../x" } }, /^error: path_outside_workspace: /],
  [
    "a protected path",
    { name: "write", arguments: { path: ".github/x.yml", content: "" } },
    /^error: path_not_allowed: protected path/,
  ],
  [
    "an edit without a read",
    { name: "edit", arguments: { path: "docs/b.mdx", edits: [{ old: "Use", new: "Take" }] } },
    /^error: read docs\/b\.mdx first/,
  ],
  [
    "half of a character",
    { name: "write", arguments: '{"path": "x.md", "content": "\\ud83d"}' },
    /^error: the arguments contain a NUL character or half of a character/,
  ],
  ["a NUL character", { name: "read", arguments: { path: "a\0" } }, /^error: the arguments contain a NUL/],
  ["a tool that throws", { name: "check", arguments: {} }, /^error: the tool failed: check broke/],
  [
    "a tool that throws a known error",
    { name: "search", arguments: { pattern: "x" } },
    /^error: invalid_request: bad pattern/,
  ],
  [
    "a title that is too long",
    { name: "finish", arguments: { title: "x".repeat(73), summary: "" } },
    /^error: bad arguments for finish: title: /,
  ],
];

describe("mistakes of the model", () => {
  it.each(mistakes)("answers %s and continues", async (_title, call, answer) => {
    const { agent, server, events, workspace } = await setScene(
      [{ calls: [call] }, { calls: [list, finish] }],
      {},
      {
        check: async () => Promise.reject(new Error("check broke")),
        search: async () => Promise.reject(new AppError("invalid_request", "bad pattern")),
      },
    );
    expect(await agent.start()).toMatchObject({ kind: "finished" });
    expect(server.refusals).toEqual([]);
    expect(results(server.requests[1])).toEqual([expect.stringMatching(answer)]);
    expect(events[2]).toMatchObject({ kind: "tool_result", ok: false, operations: [], tree: null });
    expect(await workspace.files()).toEqual(pages);
  });

  it("accepts null for an omitted argument", async () => {
    const read = { name: "read", arguments: { path: "docs/b.mdx", offset: null, limit: null } };
    const { agent, server } = await setScene([{ calls: [read] }, { calls: [finish] }]);
    await agent.start();
    expect(results(server.requests[1])).toEqual(["docs/b.mdx, lines 1-1 of 1\n1\tUse the API token"]);
  });

  it("does not run calls that come after finish in the same answer", async () => {
    const late = { name: "write", arguments: { path: "x.md", content: "x" } };
    const { agent, workspace, events } = await setScene([{ calls: [list, finish, late] }]);
    expect(await agent.start()).toMatchObject({ kind: "finished" });
    expect(events.at(-1)).toMatchObject({ ok: false, output: "error: not run: finish was called before it" });
    expect(await workspace.files()).toEqual(pages);
  });

  it("reminds the model of the tools once, then takes its text as the summary", async () => {
    const look = { calls: [{ name: "list", arguments: {} }] };
    const { agent, server } = await setScene([look, { text: "Hm." }, { text: "Nothing to do here." }]);
    expect(await agent.start()).toEqual({
      kind: "finished",
      title: "Replace “API token”",
      summary: "Nothing to do here.",
    });
    expect(server.requests[2]!.messages.at(-1)).toMatchObject({
      role: "user",
      content: expect.stringContaining("call finish"),
    });
  });

  it("treats two empty answers as an error", async () => {
    const { agent, server } = await setScene([{}, {}]);
    expect(await agent.start()).toMatchObject({ kind: "model_error" });
    expect(server.refusals).toEqual([]);
  });
});
