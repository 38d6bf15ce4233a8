import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { checkSite } from "../../check-site.ts";
import { mdxPagesOf } from "../../rules/mdx-syntax.ts";

async function judge(manifests: Record<string, string>) {
  const { site } = await openTexts({
    "website/docusaurus.config.js":
      'module.exports = { baseUrl: "/", presets: [["classic", { docs: {}, blog: false }]] };\n',
    "website/docs/a.mdx": "# A\n",
    ...manifests,
  });
  const { unjudged } = await checkSite(site);
  return {
    pages: mdxPagesOf(site, ["website/docs/a.mdx"]),
    reasons: unjudged.filter(({ rule }) => rule === "mdx-syntax").map(({ reason }) => reason),
  };
}

const naming = (version: string, list = "dependencies") =>
  JSON.stringify({ [list]: { "@docusaurus/core": version } });
const oldMdx = "Docusaurus before 3 reads MDX 1";
const unknownMdx = "no package.json says which version of Docusaurus this is, and so of MDX";

it.each([
  ["^3.6.3", []],
  ["~3.0", []],
  ["latest", []],
  ["^2.3.1", [oldMdx]],
  ["2.0.0-beta.18", [oldMdx]],
  [">=2 <4", [unknownMdx]],
  ["catalog:", [unknownMdx]],
])("Docusaurus %s: pages are parsed as MDX 3 only where the site reads that", async (version, reasons) => {
  const judged = await judge({ "website/package.json": naming(version) });
  expect(judged).toEqual({ pages: reasons.length === 0 ? ["website/docs/a.mdx"] : [], reasons });
});

it("asks the next package.json above that names Docusaurus", async () => {
  const named = { "website/package.json": "{}", "package.json": naming("^2.4.0", "devDependencies") };
  expect((await judge(named)).reasons).toEqual([oldMdx]);
  expect((await judge({ "package.json": "{ not JSON" })).reasons).toEqual([unknownMdx]);
});

it.each([
  ['{ "dependencies": { "@mdx-js/react": "^v1.6.22" } }', "@mdx-js/react before 2 reads MDX 1"],
  ['{ "devDependencies": { "gatsby-plugin-mdx": "3.20.0" } }', "gatsby-plugin-mdx before 4 reads MDX 1"],
  ['{ "dependencies": { "@mdx-js/react": "^3.0.0", "mdx-bundler": "1.0.0" } }', undefined],
])("an unknown generator with %s", async (manifest, reason) => {
  const { site } = await openTexts({ "content/a.mdx": "# A\n", "site/package.json": manifest });
  expect(site.configuration.otherMdx).toBe(reason);
});
