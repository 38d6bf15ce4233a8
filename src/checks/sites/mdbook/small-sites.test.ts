import { type SmallSite, testSmallSites } from "../../../../test/helpers/test-small-sites.ts";

const missing = {
  "src/SUMMARY.md": "# Summary\n\n- [A](a.md)\n- [B](b.md)\n",
  "src/a.md": "# A\n\n## Of <T, U>\n\n[a](b.md) [b](c.md) [c](#of-t-u) [d](#of)\n",
};

const sites: SmallSite[] = [
  {
    name: "mdBook: the place of the book as a whole URL",
    generator: "mdbook",
    files: {
      "book.toml": '[output.html]\nsite-url = "https://example.org/b/"\n',
      "src/SUMMARY.md": "# Summary\n\n- [A](a.md)\n- [C](b/c.md)\n",
      "src/a.md": "# A\n\n[b](b/c.md) [c](/b/a.html) [d](/b/none.html) [e](none.md)\n",
      "src/b/c.md": "# C\n\n[a](../a.md#a) [b](../a.md#none)\n",
    },
    found: [
      "anchor src/b/c.md ../a.md#none",
      "internal-link src/a.md /b/none.html",
      "internal-link src/a.md none.md",
    ],
  },
  {
    name: "mdBook: hosts that serve a page without its ending, and the list of contributors",
    generator: "mdbook",
    files: {
      "book.toml": '[book]\ntitle = "T"\n',
      "src/SUMMARY.md": "# Summary\n\n- [A](a.md)\n- [B](b/c.md)\n",
      "src/a.md":
        '# A\n\n[b](b/c) [c](./b/d) [d](b/c#none)\n\n<!-- ALL-CONTRIBUTORS-LIST:START - no edits -->\n<a href="#design-x">x</a>\n<!-- ALL-CONTRIBUTORS-LIST:END -->\n\n<a href="#design-y">y</a>\n',
      "src/b/c.md": "# C\n",
    },
    found: ["anchor src/a.md #design-y", "internal-link src/a.md ./b/d"],
  },
  {
    name: "mdBook: chapters that are not there are made, and what is no tag is a part of ids",
    generator: "mdbook",
    files: { "book.toml": '[book]\ntitle = "T"\n', ...missing },
    found: ["anchor src/a.md #of", "internal-link src/a.md c.md"],
  },
  {
    name: "mdBook: unless it is told not to make them",
    generator: "mdbook",
    files: { "book.toml": "[build]\ncreate-missing = false\n", ...missing },
    found: [
      "anchor src/a.md #of",
      "internal-link src/a.md b.md",
      "internal-link src/a.md c.md",
      "navigation src/SUMMARY.md b.md",
    ],
  },
  {
    name: "mdBook: the root of the host shows the first chapter, and may show more",
    generator: "mdbook",
    files: {
      "book.toml": '[book]\ntitle = "T"\n',
      "src/SUMMARY.md": "# Summary\n\n- [A](a.md)\n",
      "src/a.md": "# A\n\n[a](/) [b](/master/) [c](b.md) [d](index.html)\n",
    },
    found: ["internal-link src/a.md b.md"],
  },
  {
    name: "mdBook: a preprocessor may write links and ids, and another renderer books in other formats",
    generator: "mdbook",
    files: {
      "book.toml": "[book]\n[preprocessor.rules]\n[output.html]\n",
      "src/SUMMARY.md": "# Summary\n\n- [A](a.md)\n",
      "src/a.md": "# A\n\n[a](b.md) [b](#b) [c](b.pdf)\n",
    },
    found: [],
  },
  {
    name: "mdBook: with preprocessors that are known only the other format is open",
    generator: "mdbook",
    files: {
      "book.toml": "[book]\n[preprocessor.mermaid]\n[output.html]\n[output.pandoc]\n",
      "src/SUMMARY.md": "# Summary\n\n- [A](a.md)\n",
      "src/a.md": "# A\n\n[a](b.md) [b](#b) [c](b.pdf)\n",
    },
    found: ["anchor src/a.md #b", "internal-link src/a.md b.md"],
  },
  {
    name: "mdBook: a file that the summary names twice, and drafts",
    generator: "mdbook",
    files: {
      "book.toml": "[book]\n",
      "src/SUMMARY.md": "# Summary\n\n- [A](a.md)\n- [D]()\n- [E]()\n  - [A](a.md)\n",
      "src/a.md": "# A\n",
    },
    found: ["navigation src/SUMMARY.md a.md"],
  },
  ...["", "[preprocessor.rules]\n"].map((more) => ({
    name: `mdBook: redirects to no page of the book${more && ", unless a program may write it"}`,
    generator: "mdbook",
    files: {
      "book.toml": `[book]\n${more}[output.html]\nsite-url = "/b/"\n[output.html.redirect]\n"/old.html" = "a.html"\n"/x/old.html" = "../none.html"\n"/y.html" = "old.html"\n"/z.html" = "out.html"\n"/1.html" = "/b/a.html#a"\n"/2.html" = "img.svg"\n"/3.html" = "https://example.org/"\n"/4.html" = "print.html"\n`,
      "src/SUMMARY.md": "# Summary\n\n- [A](a.md)\n",
      ...{ "src/a.md": "# A\n", "src/out.md": "# O\n", "src/img.svg": "" },
    },
    found:
      more === "" ? ["redirect-target book.toml ../none.html", "redirect-target book.toml out.html"] : [],
  })),
];

testSmallSites(sites);
