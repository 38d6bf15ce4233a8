import { type SmallSite, testSmallSites } from "../../../test/helpers/test-small-sites.ts";

const sites: SmallSite[] = [
  {
    name: "marks behind the part that an entry is about, and in an address, are no reference",
    generator: "mkdocs",
    files: {
      "mkdocs.yml": "site_name: T\n",
      "docs/index.md":
        "# A\n\n- **loom:** [no-warp][no-weft] mend it\n- keys://[VAULT][NAME]/[KEY]\n- see [warp][none]\n\n^†^{#\\_note_1} [†](#_note_1)\n",
    },
    found: ["undefined-reference docs/index.md none"],
  },
  {
    name: "a definition below a comment is one",
    generator: "mkdocs",
    files: {
      "mkdocs.yml": "site_name: T\n",
      "docs/index.md":
        "# A\n\n[first][one] [second][two] [third][three]\n\n<!-- 1.0 -->\n[one]: https://a.test\n<!-- 1.1\n-->\n[two]: https://b.test\n",
    },
    found: ["undefined-reference docs/index.md three"],
  },
  {
    name: "definitions that nothing on the page uses",
    generator: "mkdocs",
    files: {
      "mkdocs.yml": "site_name: T\n",
      "docs/index.md":
        "# A\n\n[text][One\n two] [three][] [four] ![five]\n\n[one two]: a.md\n[three]: b.md\n[FOUR]: #c\n[five]: d.md\n[six]: e.md\n[seven]: #f\n",
    },
    found: [
      ...["anchor docs/index.md #c", "internal-link docs/index.md a.md", "internal-link docs/index.md b.md"],
      "internal-link docs/index.md d.md",
    ],
  },
  {
    name: "signs that are written by name or number are not looked up",
    generator: "mkdocs",
    files: {
      "mkdocs.yml": "site_name: T\n",
      "docs/index.md": "# Qualité\n\n[a](#qualit&eacute;) [b](#qualit&#233;) [c](#none)\n",
    },
    found: ["anchor docs/index.md #none"],
  },
  {
    name: "what a template keeps for later is no link",
    generator: "plain",
    files: {
      "docs/index.md":
        '# A\n\n{%- set code %}\n[a](none.md) [c][none]\n<img src="b.png">\n{%- endset %}\n{{ code | highlight("md") }}\n\n[b](other.md)\n',
    },
    found: ["internal-link docs/index.md other.md"],
  },
  {
    name: "front matter that a program fills in is not judged, that of a page is",
    generator: "plain",
    files: {
      "archetypes/post.md": '---\ntitle: "{{ replace .Name "-" " " }}"\n---\n',
      "docs/index.md": '---\ntitle: "A" b\n---\n\n# A\n',
    },
    found: ["front-matter docs/index.md "],
  },
  {
    name: "a line of more than three hyphens closes the front matter",
    generator: "docusaurus",
    files: {
      "docusaurus.config.js": 'module.exports = { presets: [["classic", {}]] };\n',
      "docs/a.md": "---\n\ntitle: A\n-----------\n\n[a](none.md)\n\n---\n\nB: c: d\n",
    },
    found: ["internal-link docs/a.md none.md"],
  },
  {
    name: "a space before the colon of a key",
    generator: "starlight",
    files: {
      "astro.config.mjs":
        'import starlight from "@astrojs/starlight";\nexport default defineConfig({ integrations: [starlight({ title: "T" })] });\n',
      "src/content/docs/index.md": "---\ntitle : 'A'\n---\n\nA\n",
    },
    found: [],
  },
  {
    name: "brackets in the text of a link, and those around tags, are no references",
    generator: "mkdocs",
    files: {
      "mkdocs.yml": "site_name: T\n",
      "docs/index.md":
        "# A\n\n[[one][tests] more](https://example.com) <b>[text, <i>Kind</i>][]</b> [two][none]\n\n- [BUG][SQL] Mend it\n- [Rust][Rust]\n- [Guide][the guide]\n\n| a |\n|---|\n|[BUG][Audit] b|\n\n**[Ada][weaves][cloth]** and [Ada][weaves][]\n\n[warp threads (20)][weft threads]\n",
    },
    found: [
      "undefined-reference docs/index.md Rust",
      "undefined-reference docs/index.md none",
      "undefined-reference docs/index.md the guide",
    ],
  },
  {
    name: "a tag of many lines may end in a line of its own",
    generator: "mkdocs",
    files: {
      "mkdocs.yml": "site_name: T\n",
      "docs/index.md": '# A\n\n<div>\n<a\n  class="b"\n  href="none.html"\n>\nMore\n</a>\n</div>\n\n> <a\n',
    },
    found: ["internal-link docs/index.md none.html"],
  },
];

testSmallSites(sites);
