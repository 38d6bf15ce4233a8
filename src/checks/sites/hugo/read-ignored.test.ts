import { describe, expect, it } from "vitest";
import { testSmallSites } from "../../../../test/helpers/test-small-sites.ts";
import { readIgnored } from "./read-ignored.ts";

const paths = [
  "README.md",
  "READMEsmd.md",
  "docs/OWN.md",
  "docs/MYOWN.md",
  "in/x.md",
  "docs/in.md",
  "f-1-b/x.md",
];

describe("readIgnored, as Hugo 0.168 leaves files out", () => {
  it.each([
    [["README.md"], ["README.md", "READMEsmd.md"]],
    [["README\\.md$"], ["README.md"]],
    [["(^|/)OWN", "^docs/"], ["docs/OWN.md"]],
    ["in$", ["in/x.md"]],
    [["f-.*-b"], ["f-1-b/x.md"]],
    [
      ["docs/.*IN", "D.*MYOWN\\.md$", "docs/.*OWN.*md$"],
      ["docs/OWN.md", "docs/MYOWN.md"],
    ],
    [["[A-Z]+", "a?", ".*", "$"], []],
  ])("of %j", (setting, expected) => {
    const ignores = readIgnored(setting) ?? (() => false);
    expect(paths.filter(ignores)).toEqual(expected);
  });

  it("does not try all ways through a long path", () => {
    expect(readIgnored([`${".*a".repeat(100)}b$`])?.("a".repeat(4_000))).toBe(false);
  });
});

testSmallSites([
  {
    name: "Hugo: files that the configuration leaves out are no pages",
    generator: "hugo",
    files: {
      "hugo.toml": 'ignoreFiles = ["README\\\\.md$"]\n',
      "layouts/single.html": "x",
      "content/README.md": "# Pages\n\n[a](a.md) [b](../LICENSE)\n",
      LICENSE: "",
      "content/a.md": "---\ntitle: A\n---\n[a](/readme/) [b](/a/)\n",
    },
    found: ["internal-link content/a.md /readme/"],
  },
]);
