import { type SmallSite, testSmallSites } from "../../../../test/helpers/test-small-sites.ts";

const site = (version: string) => ({
  "docusaurus.config.js": 'module.exports = { baseUrl: "/", presets: [["classic", {}]] };\n',
  "package.json": `{ "dependencies": { "@docusaurus/core": "${version}" } }\n`,
});
const twoNames = {
  "docs/oars.md": "# O\n\n## All\n",
  "docs/rig/oars.md": "# O\n\n## Parts\n",
  "docs/rig/a.md": "# A\n\n[a](oars.md#all) [b](oars.md#parts)\n",
};
const above = {
  "docs/oars.md": "# O\n",
  "versions.json": '["1.0"]\n',
  "versioned_docs/version-1.0/rig/oars.md":
    "# O\n\n[a](../../docs/oars.md) [b](../docs/oars.md) [c](../../docs/none.md)\n",
};
const uneven = {
  "docs/a.md":
    "# A\n\n[a](#oars) [b](b.md#none)\n\n- Run:\n\n  ```bash\nrow\n  ```\n\n```\nDone\n```\n\n## Oars\n\n```sh\nrow\n```\n",
  "docs/b.md": "# B\n",
};

const sites: SmallSite[] = [
  {
    name: "Docusaurus: in the first betas, a file's name alone leads to the page beside first",
    generator: "docusaurus",
    files: { ...site("2.0.0-beta.14"), ...twoNames },
    found: ["anchor docs/rig/a.md oars.md#all"],
  },
  {
    name: "Docusaurus: a range of betas leaves open which page a name leads to",
    generator: "docusaurus",
    files: { ...site("^2.0.0-beta.3"), ...twoNames },
    found: [],
  },
  {
    name: "Docusaurus: later betas look in the docs folder first",
    generator: "docusaurus",
    files: { ...site("2.0.0-beta.20"), ...twoNames },
    found: ["anchor docs/rig/a.md oars.md#parts"],
  },
  {
    name: "Docusaurus: in the first betas, a path that leads nowhere may count from the docs folder",
    generator: "docusaurus",
    files: { ...site("2.0.0-beta.14"), ...above },
    found: [
      "internal-link versioned_docs/version-1.0/rig/oars.md ../../docs/none.md",
      "internal-link versioned_docs/version-1.0/rig/oars.md ../docs/oars.md",
    ],
  },
  {
    name: "Docusaurus: from beta 20 on, such a path counts from the page alone",
    generator: "docusaurus",
    files: { ...site("2.0.0-beta.20"), ...above },
    found: [
      "internal-link versioned_docs/version-1.0/rig/oars.md ../../docs/none.md",
      "internal-link versioned_docs/version-1.0/rig/oars.md ../../docs/oars.md",
      "internal-link versioned_docs/version-1.0/rig/oars.md ../docs/oars.md",
    ],
  },
  {
    name: "Docusaurus: an older MDX may end a fence elsewhere that has less indentation than its first line",
    generator: "docusaurus",
    files: { ...site("2.4.1"), ...uneven },
    found: ["anchor docs/a.md b.md#none", "code-fence docs/a.md ", "code-fence docs/a.md "],
  },
  {
    name: "Docusaurus: from version 3 on, fences are those of CommonMark",
    generator: "docusaurus",
    files: { ...site("3.1.0"), ...uneven },
    found: [
      "anchor docs/a.md #oars",
      "anchor docs/a.md b.md#none",
      "code-fence docs/a.md ",
      "code-fence docs/a.md ",
    ],
  },
];

testSmallSites(sites);
