import { describe, expect, test } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { checkSite } from "../check-site.ts";

/** Pages whose titles are not valid YAML, among others. */
function pages(wrong: number, right: number): Record<string, string> {
  const named = (count: number, name: string, title: string) =>
    Array.from({ length: count }, (_, n) => [`content/${name}${n}.md`, `---\ntitle: ${title}\n---\n\n# A\n`]);
  return Object.fromEntries([...named(wrong, "wrong", "{#if ...}"), ...named(right, "right", "A")]);
}

async function judge(files: Record<string, string>) {
  const { site } = await openTexts(files);
  const { findings, unjudged } = await checkSite(site);
  return {
    found: new Set(findings.map(({ path }) => path)).size,
    unjudged: unjudged.map(({ rule }) => rule),
  };
}

describe("front matter that is not valid YAML", () => {
  test("is how many pages of an unknown generator are written: nothing is judged", async () => {
    const judged = await judge(pages(12, 30));
    expect(judged.found).toBe(0);
    expect(judged.unjudged).toContain("front-matter");
  });

  test("is reported of a few pages, and of a known generator", async () => {
    expect((await judge(pages(3, 30))).found).toBe(3);
    const known = { "hugo.toml": 'title = "T"\n', ...pages(12, 30) };
    expect((await judge(known)).found).toBe(12);
  });
});
