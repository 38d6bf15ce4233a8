import { describe, expect, it } from "vitest";
import { judgeTexts } from "../../../test/helpers/judge-texts.ts";

type Texts = Record<string, string>;

/** Returns what the rule finds after a change; a renamed file's new text stands beside its removal. */
async function find(
  before: Texts,
  files: Record<string, string | null>,
  renames: Texts = {},
): Promise<string[]> {
  const { new: added } = await judgeTexts(before, { files, renames });
  const found = added.filter(({ rule }) => rule === "link-target");
  return found.map(
    ({ path, line, target, message, suggestion }) =>
      `${path}:${line} ${target} → ${suggestion?.new ?? "?"}: ${message.replace(/^.* and leads to /, "")}`,
  );
}

/** Before 3.9, a bare name counts from the docs folder first. */
const docusaurus: Texts = {
  "package.json": '{ "dependencies": { "@docusaurus/core": "3.8.1" } }',
  "docusaurus.config.js": 'module.exports = { baseUrl: "/", presets: [["classic", {}]] };\n',
  "docs/api/a.md": "# A\n\n[b](b.md) [b](./b.md) [c](/docs/api/b)\n",
  "docs/api/b.md": "# B\n",
};

const vitepress: Texts = {
  "docs/.vitepress/config.mts": "export default { rewrites: { 'd/one.md': 'one.md' } };\n",
  "docs/d/one.md": "# One\n\n[two](./two)\n",
  "docs/two.md": "# Two\n",
  "docs/d/two.md": "# Another two\n",
};

describe("a link that stays as it is", () => {
  it("is found if an added page comes first by its name", async () => {
    expect(await find(docusaurus, { "docs/b.md": "# Another B\n" })).toEqual([
      "docs/api/a.md:3 b.md → ./b.md: docs/b.md now",
    ]);
  });

  it("is found if a moved page comes first by its name", async () => {
    const before = { ...docusaurus, "docs/old/b.md": "# Another B\n" };
    const change = { "docs/old/b.md": null, "docs/b.md": "# Another B\n" };
    expect(await find(before, change, { "docs/old/b.md": "docs/b.md" })).toEqual([
      "docs/api/a.md:3 b.md → ./b.md: docs/b.md now",
    ]);
  });

  it("is found if its own page moves to an address from which it leads elsewhere", async () => {
    const before = {
      ...docusaurus,
      "docs/api/a.md": "# A\n\n[b](./b)\n",
      "docs/more/b.md": "# Another B\n",
    };
    const change = { "docs/api/a.md": null, "docs/more/a.md": "# A\n\n[b](./b)\n" };
    expect(await find(before, change, { "docs/api/a.md": "docs/more/a.md" })).toEqual([
      "docs/more/a.md:3 ./b → ../api/b: docs/more/b.md now",
    ]);
  });

  it("is found if the configuration gives its page another address", async () => {
    const change = { "docs/.vitepress/config.mts": "export default {};\n" };
    expect(await find(vitepress, change)).toEqual(["docs/d/one.md:3 ./two → ../two: docs/d/two.md now"]);
  });

  it.each<[what: string, change: Record<string, string | null>, renames?: Texts]>([
    ["nothing else has its name", { "docs/c.md": "# C\n" }],
    ["another text takes the place of the old page", { "docs/api/b.md": "# New words\n" }],
    [
      "another page moves to its place",
      { "docs/api/b.md": "# C\n", "docs/api/old-b.md": "# B\n" },
      { "docs/api/b.md": "docs/api/old-b.md" },
    ],
    [
      "its page moves to another version, whose page it leads to",
      {
        "versions.json": '["1.0"]\n',
        "docs/d.md": null,
        "docs/e.md": "# E\n",
        "versioned_docs/version-1.0/d.md": "# D\n\n[e](./e.md)\n",
        "versioned_docs/version-1.0/e.md": "# Old E\n",
      },
      { "docs/d.md": "versioned_docs/version-1.0/d.md" },
    ],
    [
      "it leads to a translation of its page",
      {
        "docusaurus.config.js":
          'module.exports = { baseUrl: "/", i18n: { defaultLocale: "en", locales: ["en", "fr"] }, presets: [["classic", {}]] };\n',
        "i18n/fr/docusaurus-plugin-content-docs/current/api/b.md": "# B\n",
      },
    ],
    [
      "its page gives up the address",
      { "docs/api/b.md": "---\nslug: /b2\n---\n# B\n", "docs/c.md": "---\nslug: /api/b\n---\n# C\n" },
    ],
  ])("is none if %s", async (_what, change, renames) => {
    const more = { "docs/c.md": "# C\n", "docs/d.md": "# D\n\n[e](./e.md)\n", "docs/e.md": "# E\n" };
    expect(await find({ ...docusaurus, ...more }, change, renames)).toEqual([]);
  });
});
