import { testSmallSites } from "../../../../test/helpers/test-small-sites.ts";

const layouts = { "layouts/single.html": "{{ .Content }}", "layouts/shortcodes/box.html": "{{ .Inner }}" };
const html =
  '---\ntitle: A\n---\n<a id="x"></a> <a href="/none/">n</a> <img src="none.svg" alt="">\n\n[x](#x)\n';
const headings = "---\ntitle: B\n---\n## Foo {#bar}\n\n## Two words\n";
const linksToB = "---\ntitle: A\n---\n[1](/b/#bar) [2](/b/#two-words) [3](/b/#foo-bar)\n";
const onPage = ["anchor content/a.md #x"];
const inHtml = ["image content/a.md none.svg", "internal-link content/a.md /none/"] as const;

testSmallSites([
  {
    name: "Hugo: without `unsafe`, HTML of a page is left out with its links and ids",
    generator: "hugo",
    files: { ...layouts, "hugo.toml": "", "content/a.md": html },
    found: onPage,
  },
  {
    name: "Hugo: HTML beside a shortcode, which may show what it holds, counts",
    generator: "hugo",
    files: {
      ...layouts,
      "hugo.toml": "",
      "content/a.md": `${html}{{< box >}}<a href="/b/">b</a>{{< /box >}}\n`,
    },
    found: [inHtml[0], "internal-link content/a.md /b/", inHtml[1]],
  },
  ...[
    ["hugo.toml", "[markup.goldmark.renderer]\nunsafe = true\n"] as const,
    ["hugo.toml", '[markup]\ndefaultMarkdownHandler = "blackfriday"\n'] as const,
    ["hugo.toml", "[languages.en.markup.goldmark.renderer]\nunsafe = true\n"] as const,
    ["config/production/markup.toml", "[goldmark.renderer]\nunsafe = true\n"] as const,
  ].map(([path, text]) => ({
    name: `Hugo: HTML that is built, by ${path}: ${text}`,
    generator: "hugo",
    files: { "hugo.toml": "", ...layouts, [path]: text, "content/a.md": html },
    found: [...inHtml],
  })),
  {
    name: "Hugo: only ids written out where headings get none by themselves",
    generator: "hugo",
    files: {
      ...layouts,
      "hugo.toml": "[markup.goldmark.parser]\nautoHeadingID = false\n",
      ...{ "content/a.md": linksToB, "content/b.md": headings },
    },
    found: ["anchor content/a.md /b/#foo-bar", "anchor content/a.md /b/#two-words"],
  },
  {
    name: "Hugo: dashes that stay as they are stay in ids",
    generator: "hugo",
    files: {
      ...layouts,
      "hugo.toml": '[markup.goldmark.extensions.typographer]\nenDash = "--"\n',
      "content/a.md": "---\ntitle: A\n---\n[1](/b/#use---name) [2](/b/#use-name) [3](/b/#a--b)\n",
      "content/b.md": "---\ntitle: B\n---\n## Use --name\n\n## A --- b\n",
    },
    found: ["anchor content/a.md /b/#use-name"],
  },
  ...[
    ["[markup.goldmark.parser]\nautoDefinitionTermID = true\n", []] as const,
    ["", ["anchor content/a.md /b/#term"]] as const,
  ].map(([settings, found]) => ({
    name: `Hugo: terms of definition lists have ids, with ${settings || "nothing set"}`,
    generator: "hugo",
    files: {
      ...layouts,
      "hugo.toml": settings,
      "content/a.md": "---\ntitle: A\n---\n[1](/b/#term)\n",
      "content/b.md": "---\ntitle: B\n---\nTerm\n: What it means\n",
    },
    found: [...found],
  })),
  {
    name: "Hugo: an id with two marks counts as one with one",
    generator: "hugo",
    files: {
      ...{ ...layouts, "hugo.toml": "", "content/a.md": linksToB },
      "content/b.md": headings.replace("{#bar}", "{##bar}"),
    },
    found: ["anchor content/a.md /b/#foo-bar"],
  },
  {
    name: "Hugo: an id behind a heading is text where attributes are switched off",
    generator: "hugo",
    files: {
      ...layouts,
      "hugo.toml": "[markup.goldmark.parser.attribute]\ntitle = false\n",
      ...{ "content/a.md": linksToB, "content/b.md": headings },
    },
    found: ["anchor content/a.md /b/#bar"],
  },
]);
