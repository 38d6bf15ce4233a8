import { expect, test } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { testFindings } from "../../../../test/helpers/test-findings.ts";
import { checkSite } from "../../check-site.ts";

testFindings("Mintlify", [
  {
    name: "files that Mintlify makes of every site are there",
    files: {
      "docs.json": '{ "navigation": { "pages": ["index"] } }',
      "index.mdx": "# A\n\n[a](/llms.txt) [b](/llms-full.txt) [c](/sitemap.xml) [d](/list.txt)\n",
    },
    found: ["internal-link index.mdx /list.txt"],
    left: 0,
  },
  {
    name: "a redirect whose wildcard also stands for nothing ends at the page that it leads to",
    files: {
      "docs.json":
        '{ "navigation": { "pages": ["index", "sdk"] }, "redirects": [{ "source": "/sdk/:path*", "destination": "/sdk" }] }',
      "index.mdx": "# A\n\n[a](/sdk/old) [b](/sdk) [c](/other/old)\n",
      "sdk.mdx": "# SDK\n",
    },
    found: ["internal-link index.mdx /other/old", "redirect index.mdx /sdk/old"],
    left: 0,
  },
  {
    name: "the folder of the host that all redirects begin with",
    files: {
      "docs.json": JSON.stringify({
        navigation: { pages: ["index", "start"] },
        redirects: [
          { source: "/docs/a", destination: "/docs/start" },
          { source: "/docs/b", destination: "/docs/none" },
          { source: "/docs/c", destination: "https://example.org/" },
        ],
      }),
      "index.mdx": "# A\n\n[a](/docs/start) [b](/a) [c](/d)\n",
      "start.mdx": "# B\n",
    },
    found: ["internal-link index.mdx /d", "redirect index.mdx /a", "redirect-target docs.json /docs/none"],
    left: 0,
  },
  {
    name: "a redirect that names the version of an address with a language is meant to be followed",
    files: {
      "docs.json": JSON.stringify({
        navigation: { pages: ["index", "v1.2.0/en/start", "v1.2.0/de/start"] },
        redirects: [
          { source: "/en/:slug*", destination: "/v1.2.0/en/:slug*" },
          { source: "/x/:slug*", destination: "/v1.2.0/de/:slug*" },
        ],
      }),
      "index.mdx": "# A\n\n[a](/en/start) [b](/x/start) [c](/en/none)\n",
      "v1.2.0/en/start.mdx": "# B\n",
      "v1.2.0/de/start.mdx": "# C\n",
    },
    found: ["internal-link index.mdx /en/none", "redirect index.mdx /x/start"],
    left: 0,
  },
  {
    name: "a redirect that names the version or language that an address leaves open is meant to be followed",
    files: {
      "docs/docs.json": JSON.stringify({
        navigation: { pages: ["index", "spec/2026-07-28/index", "spec/2026-07-28/tools", "es/start"] },
        redirects: [
          { source: "/spec/latest", destination: "/spec/2026-07-28" },
          { source: "/spec/latest/:slug*", destination: "/spec/2026-07-28/:slug*" },
          { source: "/spec/tools", destination: "/spec/2026-07-28/tools" },
          { source: "/start", destination: "/es/start" },
          { source: "/old/tools", destination: "/spec/2026-07-28/tools" },
        ],
      }),
      "docs/index.mdx":
        "# A\n\n[a](/spec/latest) [b](/spec/latest/tools) [c](/spec/tools) [d](/start) [e](/old/tools)\n",
      "docs/spec/2026-07-28/index.mdx": "# Spec\n",
      "docs/spec/2026-07-28/tools.mdx": "# Tools\n",
      "docs/es/start.mdx": "# Start\n",
    },
    found: ["redirect docs/index.mdx /old/tools"],
    left: 0,
  },
  {
    name: "the address of a page with `.md` after it leads to its text; with `.mdx`, the host decides",
    files: {
      "docs/docs.json": '{ "navigation": { "pages": ["index", "seps/a", "seps/b"] } }',
      "docs/index.mdx": "# A\n\n[a](/seps/a.md) [b](/index.md) [c](/seps/none.md) [d](/seps/a.mdx)\n",
      "docs/seps/a.mdx": "# A\n\n[b](./b.md)\n",
      "docs/seps/b.md": "# B\n",
    },
    found: ["internal-link docs/index.mdx /seps/none.md"],
    left: 1,
  },
  {
    name: "accordions, views and tabs of the same title have a number",
    files: {
      "docs.json": '{ "navigation": { "pages": ["index", "b"] } }',
      "index.mdx":
        "# A\n\n[a](/b#the-key) [b](/b#the-key-1) [c](/b#the-key-2) [d](/b#bash-2) [e](/b#bash-1)\n",
      "b.mdx":
        '# B\n\n<Accordion title="The key">\n  a\n</Accordion>\n\n<Accordion title="The key">\n  a\n</Accordion>\n\n' +
        '<Tabs>\n  <Tab title="Bash">\n    a\n  </Tab>\n  <Tab title="Bash">\n    a\n  </Tab>\n</Tabs>\n',
    },
    found: ["anchor index.mdx /b#bash-1", "anchor index.mdx /b#the-key-2"],
    left: 0,
  },
  {
    name: "words in the name of a field are separated in its anchor",
    files: {
      "docs.json": '{ "navigation": { "pages": ["index", "api"] } }',
      "index.mdx":
        "# A\n\n[a](/api#param-expire-after-secs) [b](/api#response-thumbnails-background) [c](/api#param-expire-before)\n",
      "api.mdx":
        '# API\n\n<ParamField path="expireAfterSecs" type="number">\n  a\n</ParamField>\n\n<ResponseField name="thumbnails.background">\n  b\n</ResponseField>\n',
    },
    found: ["anchor index.mdx /api#param-expire-before"],
    left: 0,
  },
  {
    name: "its host leads from a folder to the first page below it that the navigation has",
    files: {
      "docs/docs.json": '{ "navigation": { "pages": ["index", "cli/auth/login"] } }',
      "docs/index.mdx": "# A\n\n[a](/cli) [b](/cli/auth/) [c](/sdk) [d](/cli/none)\n",
      "docs/cli/auth/login.mdx": "# Login\n",
      "docs/sdk/hidden.mdx": "# Hidden\n",
    },
    found: ["internal-link docs/index.mdx /cli/none", "internal-link docs/index.mdx /sdk"],
    left: 2,
  },
  {
    name: "without a first page, its host leads from the root to the first one that the navigation has",
    files: {
      "docs.json": '{ "navigation": { "pages": ["home"] } }',
      "README.md": "# Notes\n",
      "home.mdx": "# A\n\n[a](/) [b](/none)\n",
    },
    found: ["internal-link home.mdx /none"],
    left: 1,
  },
  {
    name: "titles of components that pass no id on are no anchors, nor those of steps that are no headings",
    files: {
      "docs.json": '{ "navigation": { "pages": ["index", "steps"] } }',
      "index.mdx":
        '# A\n\n<Card title="Looms" />\n\n<Tab title="Ropes" />\n\n<Steps>\n<Step title="Tie">x</Step>\n</Steps>\n\n[a](#looms) [b](#ropes) [c](#tie) [d](/steps#tie)\n',
      "steps.mdx": '# B\n\n<Steps titleSize="h3">\n<Step title="Tie">x</Step>\n</Steps>\n',
    },
    found: ["anchor index.mdx #looms", "anchor index.mdx #tie"],
    left: 0,
  },
  {
    name: "its ids keep signs, number from 2 and lack emoji, which the anchors of links may have",
    files: {
      "docs.json": '{ "navigation": { "pages": ["index", "api"] } }',
      "index.mdx": [
        "# A\n\n[a](/api#@tool) [b](/api#settings-2) [c](/api#start-🚀) [d](/api#https%3A%2F%2F) [e](/api#vad-%26-turn)",
        "[f](/api#tool) [g](/api#settings-1) [h](/api#vad--turn) [i](/api#deep)\n",
      ].join("\n"),
      "api.mdx":
        "## `@tool`\n\n## Settings\n\n## Settings\n\n## Start 🚀\n\n## https://\n\n## VAD & turn\n\n##### Deep\n",
    },
    found: [
      "anchor index.mdx /api#deep",
      "anchor index.mdx /api#settings-1",
      "anchor index.mdx /api#tool",
      "anchor index.mdx /api#vad--turn",
    ],
    left: 0,
  },
  {
    name: "a redirect to a folder is followed to the first page below it that the navigation has",
    files: {
      "docs/docs.json": JSON.stringify({
        navigation: { pages: ["index", "cli/auth/login"] },
        redirects: [
          { source: "/old", destination: "/cli" },
          { source: "/older", destination: "/none" },
        ],
      }),
      "docs/index.mdx": "# A\n",
      "docs/cli/auth/login.mdx": "# Login\n",
    },
    found: ["redirect-target docs/docs.json /none"],
    left: 0,
  },
  {
    name: "a navigation of which no page is there was left behind, and links count by files",
    files: {
      "docs.json": JSON.stringify({
        navigation: { pages: Array.from({ length: 12 }, (_, at) => `guide/page-${at}`) },
        redirects: [{ source: "/guide/old", destination: "/guide/page-1" }],
      }),
      "content/guide/page-1.mdx": "# A\n\n[a](/none) [b](./none.mdx) [c](/guide/old)\n",
    },
    found: ["internal-link content/guide/page-1.mdx ./none.mdx"],
    left: 2,
  },
  {
    name: "a relative link to a page's file leads to the page, in Markdown and in HTML",
    files: {
      "docs.json": '{ "navigation": { "pages": ["index", "guide/a", "guide/b"] } }',
      "index.mdx": "# A\n\n[a](./guide/a.mdx) [b](./guide/c.mdx)\n",
      "guide/a.mdx": '# B\n\n[a](../index.md) <a href="./b.mdx">b</a> <Card href="./c.mdx">c</Card>\n',
      "guide/b.mdx": "# C\n",
    },
    found: ["internal-link guide/a.mdx ./c.mdx", "internal-link index.mdx ./guide/c.mdx"],
    left: 0,
  },
  {
    name: "redirects to the rest of the host, where all pages are in folders",
    files: {
      "docs.json": JSON.stringify({
        navigation: { pages: ["docs/a", "help/b"] },
        redirects: [
          { source: "/docs/old", destination: "/pricing" },
          { source: "/docs/older", destination: "/docs/none" },
        ],
      }),
      ...{ "docs.mdx": "# Docs\n", "docs/a.mdx": "# A\n", "help/b.mdx": "# B\n" },
    },
    found: ["redirect-target docs.json /docs/none"],
    left: 0,
  },
]);

test("the page of a folder is missed when it goes, though Mintlify would lead to a page below it", async () => {
  const fixture = await openTexts({
    "docs.json": '{ "navigation": { "pages": ["index", "cli/index", "cli/login"] } }',
    "index.mdx": "# A\n\n[a](/cli)\n",
    "cli/index.mdx": "# CLI\n",
    "cli/login.mdx": "# Login\n",
  });
  await fixture.set({ "cli/index.mdx": null });
  const { findings } = await checkSite(fixture.site);
  expect(findings.map(({ rule, path }) => `${rule} ${path}`)).toContain("internal-link index.mdx");
});

test("a folder leads nowhere when its pages go, though the navigation still names them", async () => {
  const fixture = await openTexts({
    "docs.json": '{ "navigation": { "pages": ["index", "cli/login"] } }',
    "index.mdx": "# A\n\n[a](/cli)\n",
    "cli/login.mdx": "# Login\n",
  });
  const find = async () => (await checkSite(fixture.site)).findings.map(({ rule, target }) => [rule, target]);
  expect(await find()).toEqual([]);
  await fixture.set({ "cli/login.mdx": null, "shell/login.mdx": "# Login\n" });
  expect(await find()).toContainEqual(["internal-link", "/cli"]);
});

test("a link is never moved to another version or language because of a redirect", async () => {
  const { site } = await openTexts({
    "docs.json": JSON.stringify({
      navigation: { pages: ["index", "v2/setup"] },
      redirects: [
        { source: "/v1/install", destination: "/v2/setup" },
        { source: "/v2/install", destination: "/v2/setup" },
      ],
    }),
    "index.mdx": "# A\n\n[a](/v1/install) [b](/v2/install)\n",
    "v2/setup.mdx": "# Setup\n",
  });
  const { findings } = await checkSite(site);
  const redirects = findings.filter(({ rule }) => rule === "redirect");
  expect(redirects.map(({ suggestion, candidates }) => suggestion?.new ?? candidates)).toEqual([
    ["/v2/setup"],
    "/v2/setup",
  ]);
});
