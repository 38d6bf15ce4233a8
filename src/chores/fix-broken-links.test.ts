import { describe, expect, test } from "vitest";
import { createMemorySite } from "../../test/helpers/memory-site.ts";
import { run } from "../../test/helpers/run-chore.ts";
import type { AgentFinding } from "../agent/types.ts";

describe("fixing broken links", () => {
  const moved: Record<string, string> = {
    "old.md": "new.md",
    "two.md#x": "two.md#y",
    "loop.md": "new.md#no",
  };
  const suggest = (finding: AgentFinding): AgentFinding => {
    const better = moved[finding.target ?? ""];
    if (better) return { ...finding, suggestion: { old: finding.target!, new: better, because: "moved" } };
    return finding.target === "many.md" ? { ...finding, candidates: ["a/many.md", "b/many.md"] } : finding;
  };

  test("repairs exactly the links with a certain repair, and lists the others with their place", async () => {
    const site = createMemorySite(
      {
        "a.md": "[1](old.md) old.md [2](older.md) [3](old.md)\n[many](many.md)\n[2](two.md#x)\n",
        "new.md": "# New",
        "two.md": "# Y",
      },
      suggest,
    );
    const { finish } = await run("Fix broken links", site);
    expect(site.files.get("a.md")).toBe(
      "[1](new.md) old.md [2](older.md) [3](new.md)\n[many](many.md)\n[2](two.md#y)\n",
    );
    expect(finish!.summary).toContain("Repaired 3 broken links on 1 page; 5 broken links had been found.");
    expect(finish!.summary).toContain("a.md:1: internal-link: no page older.md; no certain repair is known");
    expect(finish!.summary).toContain(
      "a.md:2: internal-link: no page many.md; possible: a/many.md, b/many.md",
    );
  });

  test("undoes a repair that breaks something else", async () => {
    const site = createMemorySite({ "a.md": "[1](loop.md)", "new.md": "# New" }, suggest);
    const { finish } = await run("Fix broken links", site);
    expect(site.files.get("a.md")).toBe("[1](loop.md)");
    expect(finish!.summary).toContain("a.md:1: loop.md: its repair would break something else");
  });

  test("works through findings that come in many windows", async () => {
    const lines = Array.from({ length: 500 }, (_, index) => `[${index}](old.md) and [x](gone-${index}.md)`);
    const site = createMemorySite({ "a.md": lines.join("\n"), "new.md": "" }, suggest);
    const { finish } = await run("Fix broken links", site);
    expect(site.files.get("a.md")).toBe(lines.join("\n").replaceAll("old.md", "new.md"));
    expect(finish!.summary).toContain(
      "Repaired 500 broken links on 1 page; 1,000 broken links had been found.",
    );
  });

  test("lists only the findings of the named folder or page, however many there are elsewhere", async () => {
    const others = Array.from({ length: 900 }, (_, index) => `[x](gone-${index}.md)`).join("\n");
    for (const scope of ["docs", "docs/a.md"]) {
      const site = createMemorySite(
        { "b.md": others, "old/docs/c.md": others, "docs/a.md": "[1](old.md)", "docs/new.md": "" },
        suggest,
      );
      const { finish, steps } = await run(`Fix broken links in ${scope}`, site);
      expect(site.files.get("docs/a.md")).toBe("[1](new.md)");
      expect(finish!.summary).toContain("Repaired 1 broken link on 1 page");
      const lists = steps.flat().filter(({ name }) => name === "check");
      expect(lists[0]!.input).toEqual({ path: scope, history: true });
      expect(lists.some(({ input }) => "offset" in input && "history" in input)).toBe(false);
    }
  });

  test("says so when nothing is broken", async () => {
    const { finish } = await run("Fix broken links", createMemorySite({ "a.md": "text" }));
    expect(finish!.summary).toBe("No link is broken, so nothing was changed.");
  });
});
