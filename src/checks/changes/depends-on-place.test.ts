import { expect, it } from "vitest";
import { unclearAfter } from "../../../test/helpers/unclear-after.ts";

const page = (target: string) => `# P\n\n[x](${target})\n`;

it.each([
  ["../window/index.md", ["lua/c/p.md:3 ../window/index.md"]],
  ["glossary", []],
])("a target that leads nowhere, and that pages of three folders have: %s", async (target, expected) => {
  const texts = {
    "lua/a/p.md": page(target),
    "lua/b/p.md": page(target),
    "lua/c/p.md": page(target),
    // What is made before the build is not judged.
    ".gitignore": "index.md\nglossary.md\n",
  };
  // The first is one file from all of them, the second one would be three.
  expect(await unclearAfter(texts, "lua/c/p.md", "q.md")).toEqual(expected);
});
