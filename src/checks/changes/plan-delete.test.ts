import { describe, expect, it } from "vitest";
import { openFixture } from "../../../test/fixtures/sites/open-fixture.ts";
import { planDelete } from "./plan-delete.ts";

describe("planDelete", () => {
  it("lists what points at the page and removes its navigation entry", async () => {
    const fixture = await openFixture("mintlify");
    const plan = await planDelete(fixture.site, "guides/cargo.mdx");
    expect(plan.inbound.map((one) => `${one.path}:${one.line} ${one.target}`)).toEqual([
      "guides/install.mdx:7 /guides/cargo#weights-and-limits",
      "docs.json:17 guides/cargo",
    ]);
    const text = plan.edits[0]!.text;
    expect(text).toContain('"pages": ["guides/ships"] }');
    expect(() => JSON.parse(text)).not.toThrow();
  });

  it.each(["index", "guides/install"])(
    "keeps docs.json valid when an entry of a list goes: %s",
    async (target) => {
      const fixture = await openFixture("mintlify");
      const plan = await planDelete(fixture.site, `${target}.mdx`);
      const text = plan.edits.find((edit) => edit.path === "docs.json")!.text;
      expect(JSON.stringify(JSON.parse(text).navigation)).not.toContain(`"${target}"`);
    },
  );

  it("removes one line of mkdocs.yml", async () => {
    const fixture = await openFixture("mkdocs");
    const plan = await planDelete(fixture.site, "docs/guide/trees.md");
    const before = await fixture.text("mkdocs.yml");
    expect(plan.edits[0]!.text).toBe(before.replace("      - Trees: guide/trees.md # all of them\n", ""));
  });

  it("removes one line of a book's summary, but not one with nested entries", async () => {
    const fixture = await openFixture("mdbook");
    const before = await fixture.text("src/SUMMARY.md");
    const plan = await planDelete(fixture.site, "src/guide/firing.md");
    expect(plan.edits.map(({ path, text }) => [path, text])).toEqual([
      ["src/SUMMARY.md", before.replace("  - [Firing](./guide/firing.md)\n", "")],
    ]);
    const { edits, notes } = await planDelete(fixture.site, "src/guide/index.md");
    expect(edits).toEqual([]);
    expect(notes).toContain("remove guide/index.md from src/SUMMARY.md line 6 by hand");
  });
});
