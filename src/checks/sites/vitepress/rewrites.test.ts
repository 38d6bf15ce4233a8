import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { testFindings } from "../../../../test/helpers/test-findings.ts";
import { checkSite } from "../../check-site.ts";

testFindings("VitePress, with patterns that rewrite paths,", [
  {
    name: "reads names that are a piece of a part, or any number of parts",
    files: {
      ".vitepress/config.ts":
        'export default { rewrites: { "src/:name.md": "lib/:name.md", "kits/:kit/(.*)": ":kit/(.*)", ":path(.*)/README.md": ":path/index.md" } };\n',
      "src/one.md": "# One\n\n[a](/lib/one) [b](/src/one)\n",
      "kits/loom/a/b.md": "# B\n\n[a](/loom/a/b) [b](/kits/loom/a/b)\n",
      "yarn/README.md": "# Y\n\n[a](/yarn/) [b](/yarn/README)\n",
    },
    found: [
      "internal-link kits/loom/a/b.md /kits/loom/a/b",
      "internal-link src/one.md /src/one",
      "internal-link yarn/README.md /yarn/README",
    ],
    left: 0,
  },
]);

const rewritten = (rewrites: string) => ({
  ".vitepress/config.ts": `const folder = "zh/";\nexport default { ${rewrites}, themeConfig: { nav: [{ text: "A", link: "/a" }, { text: "N", link: "/none" }] } };\n`,
  "zh/index.md": "# Z\n\n[a](/a) [a](/zh/a)\n",
  "zh/a.md": "# A\n",
  "en/index.md": "# E\n\n[a](/en/a)\n",
  "en/a.md": "# A\n",
});
const read = [
  'rewrites(id) { return id.startsWith("zh/") ? id.slice(3) : id; }',
  'rewrites: (id: string) => id.replace(/^zh\\//, "")',
  `rewrites: (id) => { if (!id.startsWith("zh/")) return; const rest = id.slice(3); return \`\${rest}\`; }`,
  'rewrites: function (id) { if (id.includes("zh/") && id !== "x") return id.replace("zh/", ""); else return id; }',
];
const unread = [
  "rewrites: (id) => id.startsWith(folder) ? id.slice(folder.length) : id",
  'rewrites: (id) => id.replace(/^z(h|x)+\\//, "")',
  'rewrites: (id) => id.replace("zh/", "$&")',
  'rewrites: (id) => { let rest = id; while (rest.startsWith("zh/")) rest = rest.slice(3); return rest; }',
];

testFindings("VitePress, with a function that rewrites paths,", [
  ...read.map((one) => ({
    name: `reads ${one}`,
    files: rewritten(one),
    found: ["internal-link zh/index.md /zh/a", "navigation .vitepress/config.ts /none"],
    left: 0,
  })),
  ...unread.map((one) => ({ name: `judges nothing by ${one}`, files: rewritten(one), found: [], left: 3 })),
]);

it("says why a navigation is not judged", async () => {
  const { site } = await openTexts(rewritten(unread[0]!));
  expect((await checkSite(site)).unjudged).toContainEqual({
    rule: "navigation",
    reason: "rewrites are computed in the configuration",
  });
});
