import { describe, expect, it } from "vitest";
import { prepareTools } from "../../../test/helpers/tool-scene.ts";
import { applyOperations } from "../apply-operations.ts";

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
    const { call, workspace } = await prepareTools({ planMove: async () => plan });
    const result = await call("move", { from: "docs/b.mdx", to: "docs/deep/b.mdx" });
    expect(result.output).toBe(
      [
        "moved docs/b.mdx to docs/deep/b.mdx; also changed: docs/a.mdx (1 link), docs.json (navigation)",
        "note: look at the sidebar",
        "note: .github/x.yml is not changed (1 link): protected path .github/x.yml",
      ].join("\n"),
    );
    expect(result.changedPaths).toEqual(["docs/b.mdx", "docs/deep/b.mdx", "docs/a.mdx", "docs.json"]);
    const copy = await prepareTools();
    await applyOperations(copy.workspace, result.operations);
    expect(await copy.workspace.files()).toEqual(await workspace.files());
  });

  it("is refused while unjudged links may lead to the file, unless forced", async () => {
    const unclear = [
      { path: "docs/a.mdx", line: 1, target: "/b" },
      { path: "sidebars.json", line: 4, target: "b" },
    ];
    const { call, workspace } = await prepareTools({ planMove: async () => ({ ...plan, unclear }) });
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
    const { call, workspace } = await prepareTools({ planMove: async () => ({ ...plan, refusal }) });
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
    const { call, workspace } = await prepareTools({ planMove });
    const result = await call("move", { from: "docs/b.mdx", to: "docs/deep/b.mdx" });
    const moves = result.operations.filter(({ op }) => op === "move");
    expect(moves).toEqual([
      { op: "move", ...first[0] },
      { op: "move", from: "docs/b.mdx", to: "docs/deep/b.mdx" },
    ]);
    const copy = await prepareTools();
    await applyOperations(copy.workspace, result.operations);
    expect(await copy.workspace.files()).toEqual(await workspace.files());
    const other = await prepareTools({
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
    const { call, workspace } = await prepareTools({
      planMove: async () => ({ ...plan, firstMoves: first }),
    });
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

  it("leaves a translation that may stay where it cannot follow, and wherever alone is set", async () => {
    const first = [{ from: "docs/image.png", to: "docs/a.mdx", mayStay: true as const }];
    const { call } = await prepareTools({ planMove: async () => ({ ...plan, firstMoves: first }) });
    const moves = ({ operations }: Awaited<ReturnType<typeof call>>) =>
      operations.flatMap((one) => (one.op === "move" ? one.from : []));
    const result = await call("move", { from: "docs/b.mdx", to: "docs/e.mdx" });
    expect(moves(result)).toEqual(["docs/b.mdx"]);
    expect(result.data).toMatchObject({
      notes: expect.arrayContaining(["its translation docs/image.png stays: docs/a.mdx exists already"]),
    });
    const free = await prepareTools({
      planMove: async () => ({ ...plan, firstMoves: [{ ...first[0]!, to: "docs/free.png" }] }),
    });
    const alone = await free.call("move", { from: "docs/b.mdx", to: "docs/e.mdx", alone: true });
    expect(moves(alone)).toEqual(["docs/b.mdx"]);
  });

  it("records changes that split no character", async () => {
    const tree = { "a.md": "x 😀😀 y\n", "b.md": "b\n" };
    const text = "x 😀😁 z 😀 y\n";
    const { call } = await prepareTools(
      { planMove: async () => ({ edits: [{ path: "a.md", text, what: "1 link" }], unclear: [], notes: [] }) },
      tree,
    );
    const { operations } = await call("move", { from: "b.md", to: "c.md" });
    expect(JSON.stringify(operations)).not.toMatch(/\\ud[89a-f]/);
    const copy = await prepareTools({}, tree);
    await applyOperations(copy.workspace, operations);
    expect((await copy.workspace.files())["a.md"]).toBe(text);
  });

  it("moves files that are not text", async () => {
    const { call } = await prepareTools();
    expect((await call("move", { from: "docs/image.png", to: "images/image.png" })).ok).toBe(true);
  });

  it.each([
    [{ from: "docs/b.mdx", to: "docs/a.mdx" }, "error: docs/a.mdx exists already"],
    [{ from: "docs/b.mdx", to: "./docs//b.mdx" }, "error: from and to are the same path"],
    [{ from: "docs/nope.mdx", to: "docs/n.mdx" }, "error: file_not_found: docs/nope.mdx does not exist"],
    [{ from: "docs/b.mdx", to: ".github/b.mdx" }, "error: path_not_allowed: protected path .github/b.mdx"],
    [{ from: ".github/x.yml", to: "x.yml" }, "error: path_not_allowed: protected path .github/x.yml"],
  ])("refuses %j and changes nothing", async (input, output) => {
    const { call, workspace } = await prepareTools({ planMove: async () => plan });
    const before = await workspace.files();
    expect((await call("move", input)).output).toBe(output);
    expect(await workspace.files()).toEqual(before);
  });
});
