import { type SmallSite, testSmallSites } from "../../../../test/helpers/test-small-sites.ts";

const sites: SmallSite[] = [
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
