import { expect, test } from "vitest";
import { filesInOrder, type TreeNode, toFileTree } from "./file-tree.ts";

const show = (nodes: readonly TreeNode<{ path: string }>[]): unknown[] =>
  nodes.map((node) => (node.kind === "file" ? node.name : { [node.name]: show(node.children) }));

test("folders come first, folders with one folder in them are one line, numbers count as numbers", () => {
  const files = [
    "z.md",
    "docs/api/v2/page-10.md",
    "docs/api/v2/page-9.md",
    "docs/api/v2/sub/x.md",
    "a.md",
  ].map((path) => ({ path }));
  const tree = toFileTree(files);
  expect(show(tree)).toEqual([
    { "docs/api/v2": [{ sub: ["x.md"] }, "page-9.md", "page-10.md"] },
    "a.md",
    "z.md",
  ]);
  expect(filesInOrder(tree).map(({ path }) => path)).toEqual([
    ...["docs/api/v2/sub/x.md", "docs/api/v2/page-9.md", "docs/api/v2/page-10.md", "a.md", "z.md"],
  ]);
});

test("names of built-in object properties are names like any other", () => {
  expect(show(toFileTree([{ path: "__proto__/constructor" }, { path: "b" }]))).toEqual([
    { ["__proto__"]: ["constructor"] },
    "b",
  ]);
});
