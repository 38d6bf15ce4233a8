import { basename } from "node:path";
import { expect, it } from "vitest";
import { relativePath } from "./relative-path.ts";

it("does not depend on where the process runs", () => {
  const own = basename(process.cwd());
  expect(relativePath("", `../${own}/a.md`)).toBe(`../${own}/a.md`);
  expect(relativePath("docs/in", `../${own}/a.md`)).toBe(`../../../${own}/a.md`);
});

it("leads from a folder to a path", () => {
  expect(relativePath("docs/in", "docs/a.md")).toBe("../a.md");
  expect(relativePath("docs", "docs/in/a.md")).toBe("in/a.md");
  expect(relativePath("", "docs")).toBe("docs");
  expect(relativePath(".", ".")).toBe("");
});
