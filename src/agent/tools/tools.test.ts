import { afterEach, describe, expect, it } from "vitest";
import { createScanWorkspace, type ScanWorkspace } from "../../../test/helpers/scan-workspace.ts";
import { applyOperations } from "../apply-operations.ts";
import { runTool } from "../run-tool.ts";
import type { AgentWorkspace, FileOperation } from "../types.ts";
import { allTools } from "./all-tools.ts";
import type { ToolContext, ToolResult } from "./tool.ts";

const files = {
  "docs.json": '{"pages": ["docs/a", "docs/b"]}\n',
  "docs/a.mdx": "A links to [b](b)\n",
  "docs/b.mdx": "B\n",
  "docs/image.png": Buffer.from([0x89, 0x50, 0, 1]),
  "docs/deep/c.md": "C\n",
  ".github/x.yml": "x\n",
};

const open: ScanWorkspace[] = [];

afterEach(async () => {
  for (const workspace of open.splice(0)) await workspace.remove();
});

async function prepare(
  overrides: Partial<AgentWorkspace> = {},
  tree: Record<string, string | Buffer> = files,
) {
  const workspace = await createScanWorkspace(tree, overrides);
  open.push(workspace);
  const context: ToolContext = { workspace, reads: new Map(), signal: new AbortController().signal };
  const call = (name: string, input: object): Promise<ToolResult> =>
    runTool(allTools, context, { id: "1", name, input });
  return { workspace, call };
}

describe("list", () => {
  it.each([
    [{}, ".github/\ndocs/\ndocs.json"],
    [{ path: "docs" }, "a.mdx\nb.mdx\ndeep/\nimage.png"],
    [{ path: "./docs/deep/" }, "c.md"],
    [{ glob: "**/*.{md,mdx}" }, "docs/a.mdx\ndocs/b.mdx\ndocs/deep/c.md"],
    [{ path: "docs", glob: "*.mdx" }, "docs/a.mdx\ndocs/b.mdx"],
    [{ path: "docs", glob: "docs/**/*.md" }, "docs/deep/c.md"],
    [{ glob: "*.txt" }, "… nothing at offset=0; 0 in all"],
    [{ path: "nope" }, "error: file_not_found: the folder nope does not exist"],
    [{ path: "docs/a.mdx" }, "error: not_a_regular_file: a.mdx is not a folder of the repository"],
    [{ path: ".." }, expect.stringMatching(/^error: path_outside_workspace/)],
  ])("%j", async (input, output) => {
    const { call } = await prepare();
    expect((await call("list", input)).output).toEqual(output);
  });
});

describe("edit", () => {
  const edits = [{ old: "B", new: "Bee" }];

  it("requires a read of the current version, and knows its own change", async () => {
    const { call, workspace } = await prepare();
    await call("read", { path: "docs/b.mdx" });
    expect((await call("edit", { path: "docs/b.mdx", edits })).output).toBe("docs/b.mdx: 1 edit applied");
    const again = { path: "docs/b.mdx", edits: [{ old: "Bee", new: "Be" }] };
    expect((await call("edit", again)).output).toBe("docs/b.mdx: 1 edit applied");
    await applyOperations(workspace, [{ op: "write", path: "docs/b.mdx", text: "Be B\n" }]);
    expect((await call("edit", { path: "docs/b.mdx", edits })).output).toBe(
      "error: docs/b.mdx changed since it was read; read it again",
    );
    expect((await workspace.files())["docs/b.mdx"]).toBe("Be B\n");
  });

  it("reports a page that is invalid afterwards, and a check that fails, but keeps the change on record", async () => {
    const problems = [async () => "unclosed tag 1:3", () => Promise.reject(new Error("parser died"))];
    for (const problem of problems) {
      const { call } = await prepare({ parsePage: problem });
      await call("read", { path: "docs/b.mdx" });
      const result = await call("edit", { path: "docs/b.mdx", edits });
      expect(result.output).toMatch(
        /^docs\/b\.mdx: 1 edit applied\nwarning: (unclosed tag 1:3|the page could not be checked: parser died)$/,
      );
      expect(result.operations).toEqual([
        { op: "replace", path: "docs/b.mdx", edits: [{ at: 0, old: "B", new: "Bee" }] },
      ]);
    }
  });

  it("changes nothing if one edit of the batch does not fit", async () => {
    const { call, workspace } = await prepare();
    await call("read", { path: "docs/b.mdx" });
    const result = await call("edit", { path: "docs/b.mdx", edits: [...edits, { old: "absent", new: "x" }] });
    expect(result).toMatchObject({ ok: false, operations: [], changedPaths: [] });
    expect((await workspace.files())["docs/b.mdx"]).toBe("B\n");
  });
});

describe("write", () => {
  it("creates files, and overwrites only what was read", async () => {
    const { call, workspace } = await prepare();
    expect((await call("write", { path: "new/n.md", content: "1\n2\n" })).output).toBe(
      "new/n.md written (2 lines)",
    );
    expect((await call("write", { path: "docs/b.mdx", content: "x" })).output).toBe(
      "error: read docs/b.mdx first",
    );
    await call("read", { path: "docs/b.mdx" });
    expect((await call("write", { path: "docs/b.mdx", content: "x\n" })).ok).toBe(true);
    expect(await workspace.files()).toMatchObject({ "new/n.md": "1\n2\n", "docs/b.mdx": "x\n" });
  });

  it("keeps the byte order mark and the CRLF line ends that a read does not show", async () => {
    const { call, workspace } = await prepare({}, { "a.md": "\uFEFFa\r\nb\r\n" });
    await call("read", { path: "a.md" });
    await call("write", { path: "a.md", content: "a\nc\n" });
    expect(await workspace.files()).toEqual({ "a.md": "\uFEFFa\r\nc\r\n" });
  });
});

describe("move", () => {
  const plan = {
    edits: [
      { path: "docs/a.mdx", text: "A links to [b](deep/b)\n", what: "1 link" },
      { path: "docs.json", text: '{"pages": ["docs/a", "docs/deep/b"]}\n', what: "navigation" },
      { path: ".github/x.yml", text: "y\n", what: "1 link" },
    ],
    unclear: [],
    notes: ["look at the sidebar"],
  };

  it("moves the file, writes the edits that this entails, and notes protected files", async () => {
    const { call, workspace } = await prepare({ planMove: async () => plan });
    const result = await call("move", { from: "docs/b.mdx", to: "docs/deep/b.mdx" });
    expect(result.output).toBe(
      [
        "moved docs/b.mdx to docs/deep/b.mdx; also changed: docs/a.mdx (1 link), docs.json (navigation)",
        "note: look at the sidebar",
        "note: .github/x.yml is not changed (1 link): protected path .github/x.yml",
      ].join("\n"),
    );
    expect(result.changedPaths).toEqual(["docs/b.mdx", "docs/deep/b.mdx", "docs/a.mdx", "docs.json"]);
    const copy = await prepare();
    await applyOperations(copy.workspace, result.operations);
    expect(await copy.workspace.files()).toEqual(await workspace.files());
  });

  it("is refused while unjudged links may lead to the file, unless forced", async () => {
    const unclear = [
      { path: "docs/a.mdx", line: 1, target: "/b" },
      { path: "sidebars.json", line: 4, target: "b" },
    ];
    const { call, workspace } = await prepare({ planMove: async () => ({ ...plan, unclear }) });
    const before = await workspace.files();
    const paths = { from: "docs/b.mdx", to: "docs/deep/b.mdx" };
    expect((await call("move", paths)).output).toBe(
      "error: 2 links may point at docs/b.mdx or depend on its place, and where they lead is not judged: docs/a.mdx:1, sidebars.json:4; change them first or set force",
    );
    expect(await workspace.files()).toEqual(before);
    const forced = await call("move", { ...paths, force: true });
    expect(forced.operations[0]).toEqual({ op: "move", from: paths.from, to: paths.to });
  });

  it("is refused where the page would have no address, even when forced", async () => {
    const refusal = "docs/deep/b.mdx would be a part of docs/deep/index.md";
    const { call, workspace } = await prepare({ planMove: async () => ({ ...plan, refusal }) });
    const before = await workspace.files();
    const paths = { from: "docs/b.mdx", to: "docs/deep/b.mdx" };
    expect((await call("move", { ...paths, force: true })).output).toBe(`error: ${refusal}`);
    expect(await workspace.files()).toEqual(before);
  });

  it("moves first what is published only beside the page, and nothing if one of them cannot move", async () => {
    const first = [{ from: "docs/image.png", to: "docs/deep/image.png" }];
    const planMove = async (from: string) => ({
      ...plan,
      ...(from === "docs/b.mdx" && { firstMoves: first }),
    });
    const { call, workspace } = await prepare({ planMove });
    const result = await call("move", { from: "docs/b.mdx", to: "docs/deep/b.mdx" });
    const moves = result.operations.filter(({ op }) => op === "move");
    expect(moves).toEqual([
      { op: "move", ...first[0] },
      { op: "move", from: "docs/b.mdx", to: "docs/deep/b.mdx" },
    ]);
    const copy = await prepare();
    await applyOperations(copy.workspace, result.operations);
    expect(await copy.workspace.files()).toEqual(await workspace.files());
    const other = await prepare({
      planMove: async () => ({ ...plan, firstMoves: [{ from: "docs/image.png", to: "docs/a.mdx" }] }),
    });
    const before = await other.workspace.files();
    const paths = { from: "docs/b.mdx", to: "docs/deep/b.mdx", force: true };
    expect((await other.call("move", paths)).output).toBe("error: docs/a.mdx exists already");
    expect(await other.workspace.files()).toEqual(before);
  });

  it("is refused where a language menu would lead nowhere, even when forced, unless alone", async () => {
    const first = [
      { from: "docs/image.png", to: "docs/a.mdx", ifLeft: "it stays" },
      { from: "docs/a.mdx", to: null, ifLeft: "so does this", isMain: true as const },
      { from: "docs/deep/c.md", to: "docs/deep/d.md", ifLeft: "and this" },
    ];
    const { call, workspace } = await prepare({ planMove: async () => ({ ...plan, firstMoves: first }) });
    const before = await workspace.files();
    const paths = { from: "docs/b.mdx", to: "docs/e.mdx", force: true };
    const result = await call("move", paths);
    expect(result.output).toBe(
      "error: docs/image.png (docs/a.mdx exists already), docs/a.mdx would stay, and the language menus there lead to docs/b.mdx; move docs/a.mdx, which takes its translations with it, or set alone",
    );
    expect(result.data).toEqual({ kind: "translated" });
    expect(await workspace.files()).toEqual(before);
    const alone = await call("move", { ...paths, alone: true });
    expect(alone.operations.flatMap((one) => (one.op === "move" ? one.from : []))).toEqual(["docs/b.mdx"]);
    expect(alone.data).toMatchObject({
      notes: expect.arrayContaining(["it stays", "so does this", "and this"]),
    });
  });

  it("records changes that split no character", async () => {
    const tree = { "a.md": "x 😀😀 y\n", "b.md": "b\n" };
    const text = "x 😀😁 z 😀 y\n";
    const { call } = await prepare(
      { planMove: async () => ({ edits: [{ path: "a.md", text, what: "1 link" }], unclear: [], notes: [] }) },
      tree,
    );
    const { operations } = await call("move", { from: "b.md", to: "c.md" });
    expect(JSON.stringify(operations)).not.toMatch(/\\ud[89a-f]/);
    const copy = await prepare({}, tree);
    await applyOperations(copy.workspace, operations);
    expect((await copy.workspace.files())["a.md"]).toBe(text);
  });

  it("moves files that are not text", async () => {
    const { call } = await prepare();
    expect((await call("move", { from: "docs/image.png", to: "images/image.png" })).ok).toBe(true);
  });

  it.each([
    [{ from: "docs/b.mdx", to: "docs/a.mdx" }, "error: docs/a.mdx exists already"],
    [{ from: "docs/b.mdx", to: "./docs//b.mdx" }, "error: from and to are the same path"],
    [{ from: "docs/nope.mdx", to: "docs/n.mdx" }, "error: file_not_found: docs/nope.mdx does not exist"],
    [{ from: "docs/b.mdx", to: ".github/b.mdx" }, "error: path_not_allowed: protected path .github/b.mdx"],
    [{ from: ".github/x.yml", to: "x.yml" }, "error: path_not_allowed: protected path .github/x.yml"],
  ])("refuses %j and changes nothing", async (input, output) => {
    const { call, workspace } = await prepare({ planMove: async () => plan });
    const before = await workspace.files();
    expect((await call("move", input)).output).toBe(output);
    expect(await workspace.files()).toEqual(before);
  });
});

describe("delete", () => {
  const plan = {
    inbound: [
      { path: "docs/a.mdx", line: 1, target: "b" },
      { path: "docs.json", line: 1, target: "docs/b" },
    ],
    edits: [{ path: "docs.json", text: '{"pages": ["docs/a"]}\n', what: "navigation" }],
    notes: [],
  };

  it("takes translations with it, of which nothing may hold one back", async () => {
    const translations = [{ from: "docs/deep/c.md", to: "docs/deep/c.md", ifLeft: "it stays" }];
    const none = { inbound: [], edits: [], notes: [] };
    const inbound = [
      { path: "docs/b.mdx", line: 1, target: "c" },
      { path: "docs/a.mdx", line: 2, target: "c" },
    ];
    const planDelete = async (path: string) =>
      path === "docs/b.mdx" ? { ...none, translations } : { ...none, inbound };
    const { call, workspace } = await prepare({ planDelete });
    const kept = await call("delete", { path: "docs/b.mdx" });
    expect(kept.output).toContain("docs/a.mdx:2; change them first");
    expect(kept.output).not.toContain("docs/b.mdx:1");
    const gone = await call("delete", { path: "docs/b.mdx", force: true });
    expect(gone.data).toMatchObject({ also: "docs/deep/c.md (deleted)" });
    expect(gone.operations.map(({ op }) => op)).toEqual(["delete", "delete"]);
    expect(await workspace.files()).not.toHaveProperty("docs/deep/c.md");
    const other = await prepare({ planDelete });
    const alone = await other.call("delete", { path: "docs/b.mdx", alone: true });
    expect(alone.data).toMatchObject({ also: "", notes: ["it stays"] });
    expect(await other.workspace.files()).toHaveProperty("docs/deep/c.md");
  });

  it("refuses while pages link to the file, unless forced", async () => {
    const { call, workspace } = await prepare({ planDelete: async () => plan });
    expect((await call("delete", { path: "docs/b.mdx" })).output).toBe(
      "error: 1 link points at docs/b.mdx: docs/a.mdx:1; change them first or set force",
    );
    const forced = await call("delete", { path: "docs/b.mdx", force: true });
    expect(forced.output).toBe("deleted docs/b.mdx; also changed: docs.json (navigation)");
    expect(await workspace.files()).not.toHaveProperty("docs/b.mdx");
    expect(forced.operations[0]).toEqual({ op: "delete", path: "docs/b.mdx" } satisfies FileOperation);
  });

  it("is not prevented by navigation entries that it removes itself, nor by the page's own links", async () => {
    const own = { ...plan, inbound: [plan.inbound[1]!, { path: "docs/b.mdx", line: 1, target: "#b" }] };
    const { call } = await prepare({ planDelete: async () => own });
    expect((await call("delete", { path: "docs/b.mdx" })).ok).toBe(true);
  });

  it("says what does not exist", async () => {
    const { call } = await prepare();
    expect((await call("delete", { path: "nope.md" })).output).toBe(
      "error: file_not_found: nope.md does not exist",
    );
  });
});

describe("applyOperations", () => {
  it.each<[string, FileOperation]>([
    [
      "a text that is not there",
      { op: "replace", path: "docs/b.mdx", edits: [{ at: 0, old: "X", new: "Y" }] },
    ],
    [
      "overlapping replacements",
      {
        op: "replace",
        path: "docs/b.mdx",
        edits: [
          { at: 0, old: "B\n", new: "" },
          { at: 1, old: "\n", new: "" },
        ],
      },
    ],
    ["a move over a file", { op: "move", from: "docs/b.mdx", to: "docs/a.mdx" }],
    ["a deletion of nothing", { op: "delete", path: "nope.md" }],
    ["a path outside", { op: "write", path: "../x", text: "x" }],
  ])("refuses %s", async (_title, operation) => {
    const { workspace } = await prepare();
    const before = await workspace.files();
    await expect(applyOperations(workspace, [operation])).rejects.toHaveProperty("code");
    expect(await workspace.files()).toEqual(before);
  });
});
