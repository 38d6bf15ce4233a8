import { describe, expect, it } from "vitest";
import { prepareTools } from "../../../test/helpers/tool-scene.ts";
import { applyOperations } from "../apply-operations.ts";

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
    const { call } = await prepareTools();
    expect((await call("list", input)).output).toEqual(output);
  });
});

describe("edit", () => {
  const edits = [{ old: "B", new: "Bee" }];

  it("requires a read of the current version, and knows its own change", async () => {
    const { call, workspace } = await prepareTools();
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
      const { call } = await prepareTools({ parsePage: problem });
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
    const { call, workspace } = await prepareTools();
    await call("read", { path: "docs/b.mdx" });
    const result = await call("edit", { path: "docs/b.mdx", edits: [...edits, { old: "absent", new: "x" }] });
    expect(result).toMatchObject({ ok: false, operations: [], changedPaths: [] });
    expect((await workspace.files())["docs/b.mdx"]).toBe("B\n");
  });
});

describe("write", () => {
  it("creates files, and overwrites only what was read", async () => {
    const { call, workspace } = await prepareTools();
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
    const { call, workspace } = await prepareTools({}, { "a.md": "\uFEFFa\r\nb\r\n" });
    await call("read", { path: "a.md" });
    await call("write", { path: "a.md", content: "a\nc\n" });
    expect(await workspace.files()).toEqual({ "a.md": "\uFEFFa\r\nc\r\n" });
  });
});
