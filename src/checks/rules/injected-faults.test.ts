import { expect, it } from "vitest";
import { measuredRules, measureRule } from "../../../test/fixtures/sites/measure-rule.ts";
import { openFixture } from "../../../test/fixtures/sites/open-fixture.ts";
import type { Rule } from "../../schemas/check-rules.ts";
import { checkSite } from "../check-site.ts";

/** Rules that do not apply to a fixture's generator, pages or settings. */
const nothingOf: Readonly<Record<string, readonly Rule[]>> = {
  mintlify: ["frontmatter-schema", "frozen-version"],
  mkdocs: [
    "front-matter",
    ...(["mdx-syntax", "undefined-component", "undefined-identifier", "missing-import"] as const),
    ...([
      "redirect",
      "redirect-target",
      "frontmatter-schema",
      "frozen-version",
      "translation-stale",
    ] as const),
  ],
};

const cases = [
  ...["mintlify", "mkdocs"].flatMap((name) =>
    measuredRules.filter((rule) => !nothingOf[name]!.includes(rule)).map((rule) => [name, rule] as const),
  ),
  ["starlight", "frontmatter-schema"] as const,
  ["docusaurus", "frontmatter-schema"] as const,
  ["docusaurus", "frozen-version"] as const,
];

it.each(cases)("on %s, %s finds 200 injected faults and nothing else", async (name, rule) => {
  const { site, text } = await openFixture(name);
  const report = await checkSite(site);
  const read = async (path: string) => Buffer.from(await text(path));
  const { injected, notJudged, found, wrong } = await measureRule({ site, read, report }, rule, {
    faults: 200,
    seed: 14,
  });
  expect(injected).toBeGreaterThan(0);
  expect(injected + notJudged).toBe(200);
  expect(wrong).toBe(0);
  expect(found / injected).toBeGreaterThanOrEqual(0.98);
});
