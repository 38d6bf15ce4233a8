import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { nextra } from "../../../../test/helpers/nextra-config.ts";
import { testFindings } from "../../../../test/helpers/test-findings.ts";
import { planMove } from "../../changes/plan-move.ts";
import { checkSite } from "../../check-site.ts";

const showsContent = 'import { importPage } from "nextra/pages";\n';

testFindings("Nextra's redirects and rewrites", [
  {
    name: "redirects that a function gives, folders with a parameter, groups and handlers",
    files: {
      "next.config.mjs": nextra("async redirects() { return old; }"),
      "app/(docs)/[[...mdxPath]]/page.jsx": showsContent,
      "app/(docs)/examples/[...slug]/page.jsx": "export default () => null;\n",
      "app/(shop)/pricing/page.jsx": "export default () => null;\n",
      "app/feed.xml/route.js": "export const GET = () => null;\n",
      "content/guide.mdx": "# Guide\n",
      "content/index.mdx":
        "# A\n\n[a](/guide) [b](/old) [c](/none) [d](/examples/any) [e](/pricing) [f](/feed.xml) [g](/example)\n",
    },
    found: [
      "internal-link content/index.mdx /example",
      "internal-link content/index.mdx /none",
      "redirect content/index.mdx /old",
    ],
    left: 1,
  },
  {
    name: "only what may be redirected or rewritten is open",
    files: {
      "next.config.mjs": nextra(
        'redirects: () => [...old, { source: "/for-some/:id", destination: "/guide", permanent: true, has: [] }, { source: "/today", destination: "/guide", permanent: false }, { source: "/outside", destination: "/guide", permanent: true, basePath: false }], rewrites: async () => ({ beforeFiles: [{ source: "/play/:path*", destination: "https://play.test/:path*" }] })',
      ),
      "pages/errors/[id].jsx": "export default () => null;\n",
      "pages/guide.mdx": "# Guide\n",
      "pages/index.mdx":
        "# A\n\n[a](/none) [b](/for-some/1) [c](/today) [d](/play/x) [e](/errors/149) [f](/playing) [g](/outside)\n",
    },
    found: ["internal-link pages/index.mdx /none", "internal-link pages/index.mdx /playing"],
    left: 4,
  },
  {
    name: "of sources with a choice of names, only those names are redirected; other patterns leave their folder open",
    files: {
      "next.config.mjs": nextra(
        'redirects: () => [{ source: "/docs/:kind(boats|rafts)/:rest*", destination: "/guide", permanent: true }, { source: "/:name(chat|contact)", destination: "https://chat.test", permanent: true }, { source: "/notes/v:number(\\\\d+)", destination: "/guide", permanent: true }, { source: "/today/:day", destination: "/guide", permanent: false }]',
      ),
      "pages/guide.mdx": "# Guide\n",
      "pages/index.mdx":
        "# A\n\n[a](/docs/none) [b](/docs/rafts/x) [c](/chat) [d](/chats) [e](/notes/v1) [f](/today/1) [g](/today/1/2)\n",
    },
    found: [
      "internal-link pages/index.mdx /chats",
      "internal-link pages/index.mdx /docs/none",
      "internal-link pages/index.mdx /today/1/2",
      "redirect pages/index.mdx /docs/rafts/x",
    ],
    left: 1,
  },
  {
    name: "of redirects the first one counts, and one with a wildcard may lead nowhere",
    files: {
      "next.config.mjs": nextra(
        'redirects: () => [{ source: "/rig/:path*", destination: "/sails/:path*", permanent: true }, { source: "/rig/none", destination: "/sails/jib", permanent: true }, { source: "/today/:day", destination: "/sails/:day", permanent: false }, { source: "/today/none", destination: "/sails/jib", permanent: true }]',
      ),
      "pages/sails/jib.mdx": "# Jib\n",
      "pages/index.mdx":
        "# A\n\n[a](/rig/jib) [b](/rig/none) [c](/today/jib) [d](/today/spars) [e](/today/none)\n",
    },
    found: [
      "internal-link pages/index.mdx /rig/none",
      "internal-link pages/index.mdx /today/none",
      "internal-link pages/index.mdx /today/spars",
      "redirect pages/index.mdx /rig/jib",
    ],
    left: 0,
  },
  {
    name: "redirects that are computed may be of any address",
    files: {
      "next.config.mjs": nextra("redirects: () => readOld()"),
      "pages/guide.mdx": "# Guide\n",
      "pages/index.mdx": "# A\n\n[a](/none) [b](/guide)\n",
    },
    found: [],
    left: 1,
  },
  {
    name: "redirects that are put together from constants",
    files: {
      "next.config.mjs": `const base = "/v1";\n${nextra(`redirects: () => [{ source: \`\${base}/old\`, destination: \`\${base}/guide\`, permanent: true }, { source: process.env.OLD, destination: base, permanent: true }]`)}`,
      "pages/v1/guide.mdx": "# Guide\n",
      "pages/index.mdx": "# A\n\n[a](/v1/old) [b](/none)\n",
    },
    found: ["redirect pages/index.mdx /v1/old"],
    left: 1,
  },
  ...[
    "boats.map(({ was, now: destination }) => ({ source: was, destination, permanent: true }))",
    "boats.map((boat) => { return { source: boat.was, destination: boat.now, permanent: true }; })",
    "boats.flatMap((boat, at) => [{ source: boat.was, destination: boat.now, permanent: true }])",
    "[].concat(Object.entries(names).map(([source, destination]) => ({ source, destination, permanent: true })))",
    "Object.entries(names).map(rename)",
  ].map((list) => ({
    name: `redirects of a list that is written out: ${list}`,
    files: {
      "next.config.mjs": `const boats = [{ was: "/raft", now: "/guide" }];\nconst names = { "/raft": "/guide" };\nfunction rename([from, to]) { return { source: from, destination: to, permanent: true }; }\n${nextra(`redirects: () => ${list}`)}`,
      "pages/guide.mdx": "# Guide\n",
      "pages/index.mdx": "# A\n\n[a](/raft) [b](/none)\n",
    },
    found: ["internal-link pages/index.mdx /none", "redirect pages/index.mdx /raft"],
    left: 0,
  })),
  ...[
    `boats.map((was) => ({ source: \`/old\${was}\`, destination: was, permanent: true }))`,
    "boats.filter(isOld).map((was) => ({ source: was, destination: was, permanent: true }))",
    "boats.map(async (was) => ({ source: was, destination: was, permanent: true }))",
  ].map((list) => ({
    name: `redirects of a list that is computed: ${list}`,
    files: {
      "next.config.mjs": `const boats = ["/raft"];\n${nextra(`redirects: () => ${list}`)}`,
      "pages/index.mdx": "# A\n\n[b](/none)\n",
    },
    found: [],
    left: 1,
  })),
]);

it("what a function calls by the name of its parameter is that only inside of it", async () => {
  const config = nextra("redirects: () => [raft].map((boat) => ({ ...raft, ...boat }))");
  const { site } = await openTexts({
    "next.config.mjs": `const boat = "/boat";\nconst raft = { source: boat, destination: "/guide", permanent: true };\n${config}`,
    "pages/guide.mdx": "# Guide\n",
    "pages/index.mdx": "# A\n\n[a](/boat)\n",
  });
  const { findings } = await checkSite(site);
  expect(findings.map(({ rule, target }) => `${rule} ${target}`)).toEqual(["redirect /boat"]);
});

it("redirects of a list follow the page that they lead to, where each is written out", async () => {
  const { site } = await openTexts({
    "next.config.mjs": `const boats = [{ was: "/raft", now: "/guide" }];\n${nextra("redirects: () => [...boats.map(({ was, now }) => ({ source: was, destination: now, permanent: true }))]")}`,
    "pages/guide.mdx": "# Guide\n",
  });
  const { edits, notes } = await planMove(site, "pages/guide.mdx", "pages/rig/guide.mdx");
  const text = edits[0]!.text;
  expect(text).toContain('now: "/rig/guide" }];');
  expect(text).toContain('[{ source: "/guide", destination: "/rig/guide", permanent: true }, ...boats');
  expect(notes).toEqual([]);
});

it.each(["/rig/:path*", "/:folder/guide"])(
  "a page does not move to where the redirect from %s would hide it",
  async (source) => {
    const { site } = await openTexts({
      "next.config.mjs": nextra(
        `redirects: () => [{ source: "${source}", destination: "/boats", permanent: false }]`,
      ),
      "pages/boats.mdx": "# Boats\n",
      "pages/guide.mdx": "# Guide\n",
    });
    const { refusal } = await planMove(site, "pages/guide.mdx", "pages/rig/guide.mdx");
    expect(refusal).toContain(`the redirect from ${source} leads away from /rig/guide`);
    expect((await planMove(site, "pages/guide.mdx", "pages/sail/ropes.mdx")).refusal).toBeUndefined();
  },
);

it("replaces a link to a redirect by the page's address, not by its file's", async () => {
  const { site } = await openTexts({
    "next.config.mjs": nextra("redirects: () => old"),
    "app/guide/page.mdx": "# Guide\n",
    "app/page.mdx": "# A\n\n[a](/old) [b](/old?x=1)\n",
  });
  const { findings } = await checkSite(site);
  expect(findings.map(({ suggestion }) => suggestion?.new)).toEqual(["/guide", "/guide?x=1"]);
});

it("a link to a temporary redirect does not hold back the move of a page with the same last name", async () => {
  const { site } = await openTexts({
    "next.config.mjs": nextra(
      'redirects: () => [{ source: "/cli/guide", destination: "/guide", permanent: false }]',
    ),
    "pages/guide.mdx": "# Guide\n",
    "pages/index.mdx": "# A\n\n[a](/cli/guide)\n",
  });
  const { unclear, edits } = await planMove(site, "pages/guide.mdx", "pages/help.mdx");
  expect(unclear).toEqual([]);
  expect(edits.map(({ text }) => text)).toEqual([expect.stringContaining('destination: "/help"')]);
});

it("finds a missing anchor behind a redirect, unless the redirect has one of its own", async () => {
  const { site } = await openTexts({
    "next.config.mjs": nextra(
      'redirects: () => [...old, { source: "/older", destination: "/guide#ropes", permanent: true }]',
    ),
    "pages/guide.mdx": "# Guide\n\n## Ropes\n",
    "pages/index.mdx": "# A\n\n[a](/old#ropes) [b](/old#none) [c](/older#none)\n",
  });
  const { findings } = await checkSite(site);
  expect(findings.filter(({ rule }) => rule === "anchor").map(({ target }) => target)).toEqual(["/old#none"]);
});

it("redirects count from the base, and temporary ones lead to pages too", async () => {
  const { site } = await openTexts({
    "next.config.mjs": nextra(
      'basePath: "/docs", redirects: () => [...old, { source: "/older", destination: "/none", permanent: true }, { source: "/today", destination: "/nowhere", permanent: false }]',
    ),
    "pages/guide.mdx": "# Guide\n\n[a](/today)\n",
  });
  const { findings } = await checkSite(site);
  expect(findings.map(({ rule, target }) => `${rule} ${target}`)).toEqual([
    "redirect-target /none",
    "redirect-target /nowhere",
  ]);
  const plan = await planMove(site, "pages/guide.mdx", "pages/rig/guide.mdx");
  expect(plan.edits.map(({ what, text }) => [what, text.match(/const old = .*/)?.[0]])).toEqual([
    ["2 redirects", expect.stringContaining('"/rig/guide"')],
  ]);
  expect(plan.notes.filter((note) => note.includes("by hand"))).toEqual([]);
});
