import { describe, expect, it } from "vitest";
import { prepareTools } from "../../../test/helpers/tool-scene.ts";
import type { FileOperation } from "../types.ts";

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
    const { call, workspace } = await prepareTools({ planDelete });
    const kept = await call("delete", { path: "docs/b.mdx" });
    expect(kept.output).toContain("docs/a.mdx:2; change them first");
    expect(kept.output).not.toContain("docs/b.mdx:1");
    const gone = await call("delete", { path: "docs/b.mdx", force: true });
    expect(gone.data).toMatchObject({ also: "docs/deep/c.md (deleted)" });
    expect(gone.operations.map(({ op }) => op)).toEqual(["delete", "delete"]);
    expect(await workspace.files()).not.toHaveProperty("docs/deep/c.md");
    const other = await prepareTools({ planDelete });
    const alone = await other.call("delete", { path: "docs/b.mdx", alone: true });
    expect(alone.data).toMatchObject({ also: "", notes: ["it stays"] });
    expect(await other.workspace.files()).toHaveProperty("docs/deep/c.md");
  });

  it("refuses while pages link to the file, unless forced", async () => {
    const { call, workspace } = await prepareTools({ planDelete: async () => plan });
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
    const { call } = await prepareTools({ planDelete: async () => own });
    expect((await call("delete", { path: "docs/b.mdx" })).ok).toBe(true);
  });

  it("says what does not exist", async () => {
    const { call } = await prepareTools();
    expect((await call("delete", { path: "nope.md" })).output).toBe(
      "error: file_not_found: nope.md does not exist",
    );
  });
});
