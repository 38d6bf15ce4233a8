import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { planDelete } from "../../changes/plan-delete.ts";
import { planMove } from "../../changes/plan-move.ts";
import { namesByPath } from "./names-by-path.ts";

it.each([
  ["layouts/a.html", '{{ with .Site.GetPage "', "/docs/a", '" }}', true],
  ["layouts/a.html", '<li>{{ template "link" (dict "page" "', "/docs/a", '") }}</li>', true],
  ["layouts/a.html", '{{ $x := 1 }}<a href="', "/docs/a", '">', false],
  ["layouts/a.html", '<a href="{{ "', "docs/a", '" | relLangURL }}">', false],
  ["hugo.toml", 'pageRef = "', "/docs/a", '"', true],
  ["hugo.yaml", "- pageRef: ", "/docs/a", "\n", true],
  ["hugo.toml", 'url = "', "/docs/a", '"', false],
  ["content/b.md", '{{ "', "/docs/a", '" }}', false],
])("%s: %s%s%s", (file, before, name, after, is) => {
  expect(namesByPath(file, before + name + after, before.length)).toBe(is);
});

const page = "---\ntitle: T\n---\n\n";
const files = {
  "hugo.yaml":
    "languages:\n  en: {contentDir: content/en}\n  fr: {contentDir: content/fr}\nmenus:\n  main:\n    - pageRef: /docs/c\n    - url: /docs/d/\n",
  "layouts/shortcodes/list.html":
    '{{ range slice "/docs/a" "/docs/b.md" }}{{ ($.Site.GetPage .).Title }}{{ end }}',
  ...Object.fromEntries(
    ["en", "fr"].flatMap((language) =>
      ["a", "b", "c", "d"].map((name) => [`content/${language}/docs/${name}.md`, page]),
    ),
  ),
};

it("moves no page that a template or a menu looks up by its path, as no alias is found there", async () => {
  const { site } = await openTexts(files);
  const placesOf = async (name: string) => {
    const { unclear } = await planMove(site, `content/en/docs/${name}.md`, `content/en/docs/new/${name}.md`);
    return unclear.map(({ path, line }) => `${path}:${line}`);
  };
  expect(await placesOf("a")).toEqual(["layouts/shortcodes/list.html:1"]);
  expect(await placesOf("b")).toEqual(["layouts/shortcodes/list.html:1"]);
  expect(await placesOf("c")).toEqual(["hugo.yaml:6"]);
  expect(await placesOf("d")).toEqual([]);
});

it("deletes no translation that a template looks up", async () => {
  const { site } = await openTexts(files);
  const { inbound } = await planDelete(site, "content/fr/docs/b.md");
  expect(inbound.map(({ path, line }) => `${path}:${line}`)).toEqual(["layouts/shortcodes/list.html:1"]);
});
