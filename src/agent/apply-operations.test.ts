import { describe, expect, it } from "vitest";
import { prepareTools } from "../../test/helpers/tool-scene.ts";
import { applyOperations } from "./apply-operations.ts";
import type { FileOperation } from "./types.ts";

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
    const { workspace } = await prepareTools();
    const before = await workspace.files();
    await expect(applyOperations(workspace, [operation])).rejects.toHaveProperty("code");
    expect(await workspace.files()).toEqual(before);
  });
});
