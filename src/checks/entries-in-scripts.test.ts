import { expect, it } from "vitest";
import { openTexts } from "../../test/fixtures/sites/open-fixture.ts";
import { planDelete } from "./plan-delete.ts";
import { planMove } from "./plan-move.ts";

const config = `import { defineConfig } from "vitepress";

const guides = () => [
  {
    text: "Guides",
    items: [
      { text: "Start", link: "/guides/start" },
      { text: "Sails", link: '/guides/sails' },
      // The last one.
      { text: "Knots", link: "/guides/knots" },
    ],
  },
];

export default defineConfig({
  themeConfig: { sidebar: { "/": guides(), "/guides/": guides() } },
});
`;
const site = {
  "docs/.vitepress/config.ts": config,
  "docs/index.md": "# A\n",
  "docs/guides/start.md": "# Start\n",
  "docs/guides/sails.md": "# Sails\n",
  "docs/guides/knots.md": "# Knots\n",
};

it("a page that moves keeps its entry in a menu that two sidebars use", async () => {
  const { site: opened } = await openTexts(site);
  const plan = await planMove(opened, "docs/guides/sails.md", "docs/rig/sails.md");
  expect(plan.edits.map(({ path, what, text }) => ({ path, what, text }))).toEqual([
    {
      path: "docs/.vitepress/config.ts",
      what: "1 navigation entry",
      text: config.replace("'/guides/sails'", "'/rig/sails'"),
    },
  ]);
  expect(plan.notes).toEqual([
    "no redirect was added from /guides/sails: this site has no file for redirects that is known",
  ]);
});

it("a page that goes takes its item along, but for one that a comment belongs to", async () => {
  const { site: opened } = await openTexts(site);
  const plan = await planDelete(opened, "docs/guides/sails.md");
  expect(plan.inbound).toEqual([{ path: "docs/.vitepress/config.ts", line: 8, target: "/guides/sails" }]);
  expect(plan.edits.map(({ text }) => text)).toEqual([config.replace(/\n {6}\{ text: "Sails".*/, "")]);
  expect(plan.notes).toEqual([]);
  const other = await planDelete(opened, "docs/guides/knots.md");
  expect(other.edits).toEqual([]);
  expect(other.notes).toEqual(["take /guides/knots out of docs/.vitepress/config.ts line 10 by hand"]);
});
