import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { type SmallSite, testSmallSites } from "../../../../test/helpers/test-small-sites.ts";
import { planMove } from "../../changes/plan-move.ts";
import { mdxPagesOf } from "../../rules/mdx-syntax.ts";

const numbered = {
  "content/1.guide/1.rig.md": `# A\n\n${"[a](/guide/hull#hull) [b](/guide/useloom) [c](/learn/a) ".repeat(10)} [d](/guide/none) [e](/guide/hull#none)\n`,
  "content/1.guide/2.hull.md": '# A\n\n## Hull {lang="ts"}\n\n[a](/guide/rig)\n',
  "content/1.guide/3.useLoom.md": "# B\n",
  "content/(more)/2.learn/01-a.md": "# C\n",
};

/** What some generators without a reader here take in their own way. */
const sites: SmallSite[] = [
  {
    name: "an unknown generator: ids may have a beginning that Guidemaker gives them, and addresses are no ids",
    generator: "plain",
    files: {
      "docs/a.md": "# A\n\n## Rig it\n\n[a](#toc_rig-it) [b](#toc_none) [c](#/b) [d](#none)\n",
      "docs/b.md": "# B\n",
    },
    found: ["anchor docs/a.md #none", "anchor docs/a.md #toc_none"],
  },
  {
    name: "an unknown generator: numbers before names of folders may be left out, and builds write some files",
    generator: "plain",
    files: {
      "content/1.guide/01-rig/2.a.md":
        "# A\n\n[a](../hull/b.md) [b](../../learn/c.md) [c](../hull/none.md) [d](../3.hull/b.md) [e](/llms.txt) [f](../../llms-full.md)\n",
      "content/1.guide/2.hull/1.b.md": "# B\n",
      "content/2.learn/3.c.md": "# C\n",
    },
    found: [
      "internal-link content/1.guide/01-rig/2.a.md ../3.hull/b.md",
      "internal-link content/1.guide/01-rig/2.a.md ../hull/none.md",
    ],
  },
  {
    name: "an unknown generator: a backslash is a slash in HTML, as browsers take it, and not in Markdown",
    generator: "plain",
    files: {
      "docs/a/b.md":
        '# B\n\n<img src="..\\images\\a.png" alt="A"> <img src="..\\images\\none.png" alt="A"> <a href="c\\d.md">d</a>\n\n![A](..\\images\\a.png)\n',
      "docs/a/c/d.md": "# D\n",
      "docs/images/a.png": "x",
    },
    found: ["image docs/a/b.md ..\\images\\a.png", "image docs/a/b.md ..\\images\\none.png"],
  },
  {
    name: "an unknown generator: ids of Markdoc are known, code hosts show those in braces, and templates may get any",
    generator: "plain",
    files: {
      "docs/a.md":
        "# A\n\n## Rig it {% #rig %}\n\n## Hull {#own}\n\n[a](#rig) [b](#rig-it) [c](#none) [d](#own) [e](#hull-own) [f](#hull)\n",
      "docs/tpl.readme.md": "# B\n\n{{pkg.examples}}\n\n[a](#examples)\n",
    },
    found: ["anchor docs/a.md #hull", "anchor docs/a.md #none"],
  },
  {
    name: "an unknown generator: what the tests of a package read is not checked",
    generator: "plain",
    files: {
      "core/core.gemspec": "x",
      "core/test/source/a.md": "[a](none.md)\n",
      "core/test/README.md": "[a](none.md)\n",
      "docs/package.json": "{}",
      "docs/test/a.md": "[a](none.md)\n",
      "guide/test/a.md": "[a](none.md)\n",
    },
    found: [
      "internal-link core/test/README.md none.md",
      "internal-link docs/test/a.md none.md",
      "internal-link guide/test/a.md none.md",
    ],
  },
  {
    name: "ExDoc puts pages and pictures into one folder",
    generator: "plain",
    files: {
      "README.md": `# A\n\n${"[a](guides/start/a.md) ".repeat(12)} [f](\`Loom.warp/1\`)\n`,
      "mix.exs":
        'docs: [extras: ["README.md", "guides/start/a.md"], assets: %{"guides/images" => "assets"}]\n',
      "guides/start/a.md":
        '# A\n\n[b](b.md#b) [c](b.html) [d](none.md) [e](Loom.epub)\n\n<img src="assets/a.png" alt="A"> <img src="assets/b.png" alt="B">\n',
      "guides/more/b.md": "# B\n",
      "guides/images/a.png": "x",
    },
    found: ["image guides/start/a.md assets/b.png", "internal-link guides/start/a.md none.md"],
  },
  {
    name: "an unknown generator: addresses may leave out numbers, groups and capitals of numbered names",
    generator: "plain",
    files: numbered,
    found: [
      "anchor content/1.guide/1.rig.md /guide/hull#none",
      "internal-link content/1.guide/1.rig.md /guide/none",
    ],
  },
  {
    name: "code of the site may lead addresses elsewhere, and numbers be in brackets",
    generator: "plain",
    files: {
      "src/middleware.js": "const old = { '/guide/old': '/guide/rig' };\n",
      "src/pages/guide/(0)rig.mdx": `# A\n\n${"[a](/guide/hull) [b](/guide/rig) [c](/guide) ".repeat(20)} [c](/guide/old) [d](/guide/none) [e](/guide/more)\n`,
      "src/pages/guide/(3)more/(0)a.mdx": "# A\n",
      "src/pages/guide/(1)hull.mdx": "# A\n",
      "src/pages/guide/(2)index.mdx": "# A\n",
    },
    found: ["internal-link src/pages/guide/(0)rig.mdx /guide/none"],
  },
  {
    name: "an address that no language has is missing, although it is not known which one is meant",
    generator: "plain",
    files: {
      "content/en/guide/a.md": `# A\n\n${"[a](/guide/rig) [b](/guide/hull) ".repeat(20)} [c](/guide/none) [d](/guide/only)\n`,
      "content/en/guide/rig.md": "# A\n",
      "content/en/guide/hull.md": "# A\n",
      "content/ja/guide/rig.md": "# A\n",
      "content/ja/guide/hull.md": "# A\n",
      "content/ja/guide/only.md": "# A\n",
    },
    found: ["internal-link content/en/guide/a.md /guide/none"],
  },
];

testSmallSites(sites);

it("an address without the number of its page holds the page back, as its new one is not known", async () => {
  const { site } = await openTexts(numbered);
  const plan = await planMove(site, "content/1.guide/2.hull.md", "content/1.guide/4.deck.md");
  expect(plan.edits).toEqual([]);
  expect(new Set(plan.unclear.map(({ target }) => target))).toEqual(
    new Set(["/guide/hull#hull", "/guide/hull#none"]),
  );
  const renumbered = await planMove(site, "content/1.guide/2.hull.md", "content/1.guide/4.hull.md");
  expect(renumbered.unclear).toEqual([]);
});

it("templates that authors copy are not parsed as MDX", async () => {
  const { site } = await openTexts({ "templates/a.mdx": "<!-- a -->\n", "docs/b.mdx": "B\n" });
  expect(mdxPagesOf(site, [...site.pages.keys()])).toEqual(["docs/b.mdx"]);
});
