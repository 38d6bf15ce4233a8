import { expect, test } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { testFindings } from "../../../../test/helpers/test-findings.ts";
import { planDelete } from "../../changes/plan-delete.ts";
import { planMove } from "../../changes/plan-move.ts";
import type { MovePlan } from "../../types.ts";

const inLanguages = (structure: string, more = "") =>
  `site_name: T\nplugins:\n  - i18n:\n      docs_structure: ${structure}\n      languages:\n        - locale: en\n          default: true\n        - locale: fr\n${more}        - locale: de\n`;
const menu = (names: string[]) => ["nav:", ...names.map((name) => `  - ${name}`)];
const withMenus = (structure: string) => {
  const ofFrench = menu(["index.md", "only.md", "a.md", "none.md"]).map((line) => `          ${line}\n`);
  const ofSite = menu(["index.md", "a.md", "gone.md"]).map((line) => `${line}\n`);
  return inLanguages(structure, ofFrench.join("")) + ofSite.join("");
};

const withRedirects = (structure: string, redirects: string) =>
  `${inLanguages(structure)}  - redirects:\n      redirect_maps:\n        ${redirects}\n`;

testFindings("MkDocs in several languages", [
  {
    name: "redirects that name files lead to no page in another language, or in the folder of the main one",
    files: {
      "mkdocs.yml": withRedirects("suffix", "old.md: a.md\n        o.md: a.fr.md"),
      ...{ "docs/index.md": "# I\n", "docs/a.md": "# A\n", "docs/a.fr.md": "# A\n" },
    },
    found: ["redirect-target mkdocs.yml a.fr.md"],
    left: 0,
  },
  {
    name: "in folders, they lead to pages of other languages only",
    files: {
      "mkdocs.yml": withRedirects("folder", "en/old.md: en/a.md\n        fr/old.md: fr/a.md"),
      ...{ "docs/en/index.md": "# I\n", "docs/en/a.md": "# A\n", "docs/fr/a.md": "# A\n" },
    },
    found: ["redirect-target mkdocs.yml en/a.md"],
    left: 0,
  },
  {
    name: "entries name files without their language, also those of a language's own navigation",
    files: {
      "mkdocs.yml": withMenus("folder"),
      ...{ "docs/en/index.md": "# I\n", "docs/en/a.md": "# A\n", "docs/fr/only.md": "# O\n" },
    },
    found: ["navigation mkdocs.yml gone.md", "navigation mkdocs.yml none.md"],
    left: 0,
  },
  {
    name: "languages of the plugin before version 1 are keys, and the main one has a folder as well",
    files: {
      "mkdocs.yml":
        "site_name: T\nplugins:\n  - i18n:\n      default_language: en\n      languages:\n        default: {name: E}\n        en: English\n        fr: {name: F}\n",
      "docs/index.md": "# I\n[a](a.md) [b](/en/a/) [c](/a/) [d](/fr/a/) [e](b.md) [f](a.fr.md)\n",
      ...{ "docs/a.en.md": "# A\n", "docs/a.fr.md": "# A\n[b](b.md)\n", "docs/b.fr.md": "# B\n" },
    },
    found: ["internal-link docs/index.md a.fr.md", "internal-link docs/index.md b.md"],
    left: 0,
  },
  {
    name: "the main language need not be among them",
    files: {
      "mkdocs.yml":
        "site_name: T\nplugins:\n  - i18n:\n      default_language: en\n      languages:\n        fr: French\n",
      "docs/index.md": "# I\n[a](a.md) [b](/fr/a/) [c](/en/a/)\n",
      "docs/a.md": "# A\n",
    },
    found: ["internal-link docs/index.md /en/a/"],
    left: 0,
  },
  {
    name: "a page that a language lacks is shown there in the main language, unless the site says otherwise",
    files: {
      "mkdocs.yml": inLanguages("folder").replace(
        "      languages:",
        "      fallback_to_default: false\n      languages:",
      ),
      ...{ "docs/en/index.md": "# I\n[a](a.md)\n", "docs/en/a.md": "# A\n" },
      "docs/fr/index.md": "# I\n[a](a.md) [b](/fr/a/) [c](/a/)\n",
    },
    found: ["internal-link docs/fr/index.md /fr/a/", "internal-link docs/fr/index.md a.md"],
    left: 0,
  },
]);

test.each([
  ["suffix", "docs/a.md", "docs/more/c.md", "docs/a.fr.md", "docs/more/c.fr.md"],
  ["suffix", "docs/a.en.md", "docs/c.en.md", "docs/a.fr.md", "docs/c.fr.md"],
  ["folder", "docs/en/a.md", "docs/en/more/c.md", "docs/fr/a.md", "docs/fr/more/c.md"],
])("translations of the i18n plugin (%s) follow %s", async (structure, from, to, translation, moved) => {
  const { site } = await openTexts({
    "mkdocs.yml": inLanguages(structure),
    ...{ [from]: "# A\n", [translation]: "# A\n", "docs/index.md": "# I\n" },
  });
  expect((await planMove(site, from, to)).firstMoves).toEqual([
    { from: translation, to: moved, mayStay: true },
  ]);
  expect((await planDelete(site, from)).translations).toEqual([
    { from: translation, to: translation, mayStay: true },
  ]);
  expect((await planMove(site, translation, moved)).firstMoves).toBeUndefined();
  expect((await planDelete(site, "docs/index.md")).translations).toBeUndefined();
});

test.each([
  ["suffix", "docs/b.md", "docs/sub/c.md", "docs/a.fr.md", "docs/sub/d.fr.md", "docs/b.fr.md"],
  ["folder", "docs/en/b.md", "docs/en/sub/c.md", "docs/fr/a.md", "docs/fr/sub/d.md", "docs/fr/b.md"],
])("links keep naming pages without their language (%s)", async (structure, main, to, french, moved, own) => {
  const texts = {
    "mkdocs.yml": `${inLanguages(structure)}nav:\n  - b.md\n`,
    ...{ [main]: "# B\n", [french]: "[b](b.md)\n" },
  };
  const { site } = await openTexts(texts);
  const textOf = (plan: MovePlan, path: string) => plan.edits.find((edit) => edit.path === path)?.text;
  const plan = await planMove(site, main, to);
  expect(textOf(plan, french)).toBe("[b](sub/c.md)\n");
  expect(textOf(plan, "mkdocs.yml")).toMatch(/- sub\/c\.md\n$/);
  const { site: translated } = await openTexts({ ...texts, [own]: "# B\n" });
  expect(textOf(await planMove(translated, french, moved), moved)).toBe("[b](../b.md)\n");
});

test("a picture that all languages share keeps its name beside the page", async () => {
  const { site } = await openTexts({
    "mkdocs.yml": inLanguages("folder"),
    "docs/en/a.md": "![a](img/a.svg) ![b](../img/a.svg)\n",
    "docs/img/a.svg": "<svg/>",
  });
  const plan = await planMove(site, "docs/en/a.md", "docs/en/more/c.md");
  expect(plan.unclear).toEqual([]);
  expect(plan.edits.find(({ path }) => path === "docs/en/more/c.md")?.text).toBe(
    "![a](../img/a.svg) ![b](../../img/a.svg)\n",
  );
});

test("no redirect is added that would lead to no page", async () => {
  const { site } = await openTexts({
    "mkdocs.yml": withRedirects("suffix", "x.md: index.md"),
    ...{ "docs/index.md": "# I\n", "docs/a.md": "# A\n", "docs/a.fr.md": "# A\n" },
  });
  const main = await planMove(site, "docs/a.md", "docs/b.md");
  expect(main.edits.map(({ path }) => path)).toEqual(["mkdocs.yml"]);
  const other = await planMove(site, "docs/a.fr.md", "docs/b.fr.md");
  expect(other.edits).toEqual([]);
  expect(other.notes.join()).toContain("no redirect was added from a.fr.md");
});
