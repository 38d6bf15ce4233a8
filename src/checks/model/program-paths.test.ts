import { expect, it } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { checkSite } from "../check-site.ts";
import { isProgram, pathsOfProgram } from "./program-paths.ts";

it.each([
  ["scripts/docs.mts", true],
  ["packages/loom/scripts/lib/docs.ts", true],
  ["tools/gen.py", true],
  ["docs/gen.py", false],
  ["scripts/docs.test.ts", false],
  ["scripts/__tests__/docs.ts", false],
  ["scripts/types.d.ts", false],
])("%s is a program of the build: %j", (path, expected) => {
  expect(isProgram(path)).toBe(expected);
});

it("a program that writes files names where", () => {
  const text = [
    'const out = join(root, "docs", "api");',
    'const other = path.resolve(__dirname, "../guide/made");',
    'await writeFile("./docs/a.md", text);',
    "await writeFile(`@{root}/docs/b/@{name}.md`, text);".replaceAll("@", "$"),
    'import x from "y";',
  ].join("\n");
  expect(pathsOfProgram(text)).toEqual(["guide/made", "docs/a.md", "docs/b", "docs/api"]);
  expect(pathsOfProgram(text.replaceAll("writeFile", "readFile"))).toEqual([]);
});

it("links to what a program of the repository may write are not judged", async () => {
  const { site } = await openTexts({
    "web/docs/.vitepress/config.ts": "export default {}",
    "web/docs/a.md": "# A\n\n[a](/api/loom) [b](./api/weft.md) [c](/other/loom)\n",
    "web/scripts/api.mjs":
      'const to = join("docs", "api");\nfor (const one of all) writeFileSync(join(to, one), "");\n',
  });
  const { findings } = await checkSite(site);
  expect(findings.map(({ rule, target }) => `${rule} ${target}`)).toEqual(["internal-link /other/loom"]);
});

it("links to what Bazel brings under another name are not judged", async () => {
  const { site } = await openTexts({
    "docs/mkdocs.yml": "site_name: A\n",
    "docs/docs/a.md": "# A\n\n[a](changelog.md) [b](none.md)\n",
    "docs/docs/BUILD.bazel": 'pages(renamed = {"//:CHANGELOG.md": "changelog.md"})\n',
  });
  const { findings } = await checkSite(site);
  expect(findings.map(({ rule, target }) => `${rule} ${target}`)).toEqual(["internal-link none.md"]);
});
