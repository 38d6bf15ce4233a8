import { type SmallSite, testSmallSites } from "../../../../test/helpers/test-small-sites.ts";

const missing = {
  "src/SUMMARY.md": "# Summary\n\n- [A](a.md)\n- [B](b.md)\n",
  "src/a.md": "# A\n\n## Of <T, U>\n\n[a](b.md) [b](c.md) [c](#of-t-u) [d](#of)\n",
};

const sites: SmallSite[] = [
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
];

testSmallSites(sites);
