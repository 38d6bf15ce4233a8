import { describe, expect, test } from "vitest";
import { createMemorySite } from "../../test/helpers/memory-site.ts";
import { run } from "../../test/helpers/run-chore.ts";
import { parseInstructions } from "./parse-instruction.ts";

const pages = (text: string) =>
  Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [`docs/${name}.md`, text]));

describe("in parts", () => {
  test.each([
    ['Replace "a" with "b" in parts', 50],
    ['Replace "a" with "b" in docs in parts of 20 files, please', 20],
    ['Replace "a" with "b" in parts of at most 7 pages everywhere', 7],
    ["Fix broken links in docs, in parts of 3", 3],
    ["Add missing titles in parts of up to 9 changed files", 9],
  ])("%s: %d files", (prompt, filesMax) => {
    expect(parseInstructions(prompt)).toEqual([expect.objectContaining({ filesMax })]);
  });

  test.each(['Replace "a" with "b" in parts of 0 files', "Move docs/a.md to docs/b.md in parts"])(
    "%s is not understood",
    (prompt) => {
      expect(parseInstructions(prompt)).toBeNull();
    },
  );

  test("a folder of that name is meant when it is called one", () => {
    expect(parseInstructions("Fix broken links in the folder parts")).toEqual([
      { kind: "fix-links", scope: "parts" },
    ]);
  });

  test("the same instruction takes the next files until none is left, each once", async () => {
    const site = createMemorySite(pages("The colour.\n"));
    const prompt = 'Replace "colour" with "color" in parts of 2 files';
    const changed = () => [...site.files.values()].filter((text) => text === "The color.\n").length;
    const first = await run(prompt, site);
    expect(changed()).toBe(2);
    expect(first.finish!.summary).toContain("in 2 places on 2 pages");
    expect(first.finish!.summary).toContain("This is one part: 3 more files wait. Give the same instruction");
    const second = await run(prompt, site);
    expect(changed()).toBe(4);
    expect(second.finish!.summary).toContain("This is one part: 1 more file waits.");
    const last = await run(prompt, site);
    expect(changed()).toBe(5);
    expect(last.finish!.summary).not.toContain("This is one part");
  });

  test("links and front matter as well", async () => {
    const site = createMemorySite({ ...pages("[x](old.md)\n"), "docs/new.md": "# N\n" }, (finding) => ({
      ...finding,
      suggestion: { old: "old.md", new: "new.md", because: "moved" },
    }));
    const { finish } = await run("Fix broken links in parts of 3 files", site);
    expect([...site.files.values()].filter((text) => text.includes("(new.md)"))).toHaveLength(3);
    expect(finish!.summary).toContain("Repaired 3 broken links on 3 pages");
    expect(finish!.summary).toContain("2 more files wait.");
    const untitled = createMemorySite(pages("# Page\n\nText.\n"));
    const titled = await run("Add missing titles in parts of 4 files", untitled);
    expect([...untitled.files.values()].filter((text) => text.startsWith("---"))).toHaveLength(4);
    expect(titled.finish!.summary).toContain("1 more file waits.");
  });
});
