import { expect, it } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { createPause } from "../create-pause.ts";
import { findPossibleLinks } from "./find-possible-links.ts";
import { nameFile } from "./may-name.ts";

const sites: [generator: string, files: Record<string, string>][] = [
  ["MkDocs", { "mkdocs.yml": "site_name: X\n" }],
  ["Docusaurus", { "docusaurus.config.js": "export default { presets: [['classic', {}]] };\n" }],
  ["VitePress", { "docs/.vitepress/config.ts": "export default {};\n" }],
];

it.each(sites)("finds links in a page that is a symbolic link, and the link itself (%s)", async (_, own) => {
  const { site } = await openTexts({
    ...own,
    // What git stores of a link.
    "docs/index.md": "../README.md",
    "README.md": "# X\n\n[a](docs/a.md) [b](./b.md) ![p](p.png) [c](https://example.org/b.md)\n",
    "docs/a.md": "# A\n",
    "docs/b.md": "# B\n",
    "docs/p.png": "",
  });
  const found = async (...paths: string[]) => {
    const files = paths.map((path) => nameFile(path));
    const links = await findPossibleLinks(site, files, { isWhole: false, pause: createPause() });
    return links.map(({ about, path, line, target }) => `${about} ${path}:${line} ${target}`);
  };
  expect(await found("docs/b.md")).toEqual(["docs/b.md docs/index.md:3 ./b.md"]);
  expect(await found("README.md")).toContain("README.md docs/index.md:1 ../README.md");
  expect(await found("docs/a.md")).toEqual([]);
});
