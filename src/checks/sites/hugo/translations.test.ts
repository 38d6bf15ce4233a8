import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { planDelete } from "../../changes/plan-delete.ts";
import { planMove } from "../../changes/plan-move.ts";
import { checkSite } from "../../check-site.ts";

const languages = (...lines: string[]) =>
  ['defaultContentLanguage = "en"', ...lines, "[languages.en]", "[languages.fr]", ""].join("\n");
const folders =
  '[languages.en]\ncontentDir = "content/en"\n[languages.fr]\ncontentDir = "content/fr"\n[languages.de]\n';
const mounts =
  '[languages.en]\n[languages.fr]\n[[module.mounts]]\nsource = "docs"\ntarget = "content"\nlang = "en"\n[[module.mounts]]\nsource = "i18n/fr"\ntarget = "content"\nlang = "fr"\n';

it.each([
  ["content/a.md", "content/more/c.md", "content/a.fr.md", "content/more/c.fr.md", languages()],
  ["content/a.en.md", "content/c.en.md", "content/a.fr.md", "content/c.fr.md", languages()],
  ["content/a/index.md", "content/c/index.md", "content/a/index.fr.md", "content/c/index.fr.md", languages()],
  ["content/en/a.md", "content/en/c.md", "content/fr/a.md", "content/fr/c.md", folders],
  ["content/en/a.md", "content/en/m/c.md", "content/en/a.fr.md", "content/en/m/c.fr.md", folders],
  ["docs/a.md", "docs/m/_index.md", "i18n/fr/a.md", "i18n/fr/m/_index.md", mounts],
])("translations follow %s to %s", async (from, to, translation, moved, config) => {
  const page = "---\ntitle: A\n---\n";
  const files = { "hugo.toml": config, [from]: page, [translation]: page, "content/en/b.md": page };
  const { site } = await openTexts({ ...files, "docs/b.md": page });
  expect((await planMove(site, from, to)).firstMoves).toEqual([
    { from: translation, to: moved, mayStay: true },
  ]);
  expect((await planDelete(site, from)).translations).toEqual([
    { from: translation, to: translation, mayStay: true },
  ]);
  expect((await planMove(site, translation, moved)).firstMoves).toBeUndefined();
});

it("a translation whose file has another form than the page's stays", async () => {
  const { site } = await openTexts({
    "hugo.toml": languages(),
    "content/a/index.md": "# A\n",
    "content/a.fr.md": "# A\n",
  });
  const { firstMoves } = await planMove(site, "content/a/index.md", "content/c/index.md");
  expect(firstMoves).toEqual([{ from: "content/a.fr.md", to: null, mayStay: true }]);
});

it("a site in one language has none", async () => {
  const { site } = await openTexts({
    "hugo.toml": "",
    "content/a.md": "# A\n",
    "content/a.fr.md": "# A\n",
  });
  expect((await planMove(site, "content/a.md", "content/c.md")).firstMoves).toBeUndefined();
});

it("the earlier address of a page in a language is written as all versions of Hugo read it", async () => {
  const { site } = await openTexts({
    "hugo.toml": languages(),
    "content/a.fr.md": "---\ntitle: A\n---\n",
    "content/b.fr.md": "---\naliases: [/old/]\n---\n[a](/fr/old/) [b](/old/) [c](/fr/older/)\n",
    "content/c.md": '---\ntitle: C\n---\n[a]({{< ref path="/a.md" lang="fr" >}})\n',
    "layouts/single.html": "x",
  });
  const { edits } = await planMove(site, "content/a.fr.md", "content/d/e.fr.md");
  const textOf = (path: string) => edits.find((edit) => edit.path === path)?.text;
  expect(textOf("content/d/e.fr.md")).toContain('aliases:\n  - "../a/"\n');
  expect(textOf("content/c.md")).toContain('path="/d/e.md" lang="fr"');
  const { findings } = await checkSite(site);
  expect(findings.map(({ target }) => target)).toEqual(["/fr/older/"]);
  const section = await openTexts({
    ...{ "hugo.toml": languages(), "content/a/_index.fr.md": "---\ntitle: A\n---\n" },
  });
  const ofSection = await planMove(section.site, "content/a/_index.fr.md", "content/a/b.fr.md");
  expect(ofSection.edits.map(({ text }) => text).join("")).toContain('aliases:\n  - "./"\n');
});
