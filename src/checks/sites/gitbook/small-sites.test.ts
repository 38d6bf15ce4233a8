import { expect } from "vitest";
import { type SmallSite, testSmallSites } from "../../../../test/helpers/test-small-sites.ts";

const pages = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const book = {
  "docs/.gitbook/assets/a.png": "",
  "docs/SUMMARY.md": `# Table of contents\n\n${["../README", ...pages, "none"].map((one) => `* [A](c/${one}.md)\n`).join("")}`,
  "docs/README.md": "# A\n\n[a](c/one.md) [b](b.md) ![A](.gitbook/assets/a.png)\n",
  ...Object.fromEntries(pages.map((one) => [`docs/c/${one}.md`, "# A\n"])),
};

const sites: SmallSite[] = [
  {
    name: "HonKit: at the root of the repository what the summary does not name is a file as well",
    generator: "gitbook",
    files: {
      "book.json": "{}\n",
      "SUMMARY.md": "# Summary\n\n* [A](README.md)\n",
      "README.md": "# A\n\n[a](./CONTRIBUTING.md) [b](none.md)\n",
      "CONTRIBUTING.md": "# B\n",
    },
    found: ["internal-link README.md none.md"],
  },
  {
    name: "HonKit: an escaped hash is looked up as it is written",
    generator: "gitbook",
    files: {
      "book.json": "{}\n",
      "SUMMARY.md": "# Summary\n\n* [A](README.md)\n",
      "README.md":
        "# A\n\n[a](#Knots%20and%20bends) [b](#knots-%65nd-bends) [c](#knots-%61nd-bends)\n\n## Knots and bends\n",
    },
    found: ["anchor README.md #Knots%20and%20bends", "anchor README.md #knots-%65nd-bends"],
  },
  {
    name: "GitBook: a book without a configuration, in a folder of a repository with other things",
    generator: "gitbook",
    files: {
      ...book,
      "package.json": '{"dependencies":{"react":"1.0.0"}}\n',
      "web/astro.config.mjs": "",
    },
    found: ["internal-link docs/README.md b.md", "navigation docs/SUMMARY.md c/none.md"],
  },
  ...Object.entries({
    "whose pictures are elsewhere": { "docs/.gitbook/assets/a.png": null },
    "whose summary names pages that are gone": { "docs/c/one.md": null, "docs/c/two.md": null },
    "without a first page": { "docs/README.md": null },
    "that another generator shows now": { "docs/vocs.config.ts": "" },
    "around which another generator has its file": { "quartz.config.ts": "" },
    "around which a package has another generator": { "package.json": '{"dependencies":{"vuepress":"1"}}' },
  }).map(
    ([name, changes]): SmallSite => ({
      name: `GitBook: no book is taken for one ${name}`,
      generator: "plain",
      files: Object.fromEntries(
        Object.entries({ ...book, ...changes }).filter((one): one is [string, string] => one[1] !== null),
      ),
      found: expect.any(Array) as string[],
    }),
  ),
];

testSmallSites(sites);
