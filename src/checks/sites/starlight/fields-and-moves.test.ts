import { expect, test } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { page, starlight } from "../../../../test/helpers/starlight-config.ts";
import { testFindings } from "../../../../test/helpers/test-findings.ts";
import { planDelete } from "../../changes/plan-delete.ts";
import { planMove } from "../../changes/plan-move.ts";
import { createPause } from "../../create-pause.ts";
import { findGuessedAnchors } from "../../possible-links/guessed-anchors.ts";

const splash = `---
title: Home
template: splash
hero:
  actions:
    - text: A
      link: /guide/a/
    - text: None
      link: /none/
---
`;

testFindings("Starlight, in links of the front matter,", [
  {
    name: "judges those of buttons, and of the page before",
    files: {
      "astro.config.mjs": starlight(""),
      "src/content/docs/index.mdx": splash,
      "src/content/docs/guide/a.md": page,
      "src/content/docs/guide/c.md": "---\ntitle: C\nprev:\n  link: /gone/\n---\n",
    },
    found: [
      "internal-link src/content/docs/guide/c.md /gone/",
      "internal-link src/content/docs/index.mdx /none/",
    ],
    left: 0,
  },
]);

test("a button of a page of Starlight follows the page that moves, and holds back one that is deleted", async () => {
  const { site } = await openTexts({
    "astro.config.mjs": starlight(""),
    "src/content/docs/index.mdx": splash,
    "src/content/docs/guide/a.md": page,
  });
  const { edits, unclear } = await planMove(site, "src/content/docs/guide/a.md", "src/content/docs/b.md");
  expect(unclear).toEqual([]);
  expect(edits.find(({ path }) => path.endsWith("index.mdx"))?.text).toContain("link: /b/\n");
  const { inbound } = await planDelete(site, "src/content/docs/guide/a.md");
  expect(inbound).toMatchObject([{ path: "src/content/docs/index.mdx", line: 7, target: "/guide/a/" }]);
});

test.each(["", "/p"])(
  "a full address on the host of the site's configuration leads to the page, below %j",
  async (base) => {
    const own = `https://docs.example.com${base}/guide/a/?x=1#own`;
    const config = starlight("").replace(
      "defineConfig({",
      `defineConfig({ site: "https://docs.example.com", base: ${JSON.stringify(base || "/")},`,
    );
    const { site } = await openTexts({
      "astro.config.mjs": config,
      "src/content/docs/index.md": `${page}[a](${own}) [b](https://example.com${base}/guide/a/) [c](https://docs.example.com/q/guide/a/)\n`,
      "src/content/docs/guide/a.md": `${page}## Own\n`,
    });
    const { edits, unclear } = await planMove(site, "src/content/docs/guide/a.md", "src/content/docs/b.md");
    expect(unclear).toEqual([]);
    const moved = `[a](https://docs.example.com${base}/b/?x=1#own) [b](https://example.com${base}/guide/a/) [c](https://docs.example.com/q/guide/a/)`;
    expect(edits.map(({ text }) => text)).toEqual([`${page}${moved}\n`]);
    const { inbound } = await planDelete(site, "src/content/docs/guide/a.md");
    expect(inbound.map(({ target }) => target)).toEqual([own]);
    const guessed = await findGuessedAnchors(site, { isWhole: false, pause: createPause() });
    expect(guessed.map(({ target, pages }) => [target, pages])).toEqual([
      [own, ["src/content/docs/guide/a.md"]],
    ]);
  },
);

test("translations follow a page in the main language, and may be moved and deleted alone", async () => {
  const folder = "src/content/docs";
  const { site } = await openTexts({
    "astro.config.mjs": starlight("").replace(
      'title: "T",',
      'title: "T", locales: { root: {}, fr: {}, "pt-br": {} },',
    ),
    ...{ [`${folder}/guide/a.md`]: page, [`${folder}/fr/guide/a.md`]: page, [`${folder}/fr/index.md`]: page },
  });
  const { firstMoves } = await planMove(site, `${folder}/guide/a.md`, `${folder}/b.md`);
  const french = { from: `${folder}/fr/guide/a.md`, mayStay: true };
  expect(firstMoves).toEqual([{ ...french, to: `${folder}/fr/b.md` }]);
  expect((await planDelete(site, `${folder}/guide/a.md`)).translations).toEqual([
    { ...french, to: french.from },
  ]);
  const alone = await planMove(site, `${folder}/fr/guide/a.md`, `${folder}/fr/b.md`);
  expect(alone.firstMoves).toBeUndefined();
});

test.each(["", 'base: "/manual", '])(
  "a link by the address of a missing translation stays in its language (%s)",
  async (base) => {
    const folder = "src/content/docs";
    const prefix = base === "" ? "" : "/manual";
    const config = starlight("").replace(
      'title: "T",',
      'title: "T", defaultLocale: "en", locales: { en: {}, fr: {} },',
    );
    const { site } = await openTexts({
      "astro.config.mjs": config.replace("defineConfig({", `defineConfig({ ${base}`),
      [`${folder}/en/a.md`]: page,
      [`${folder}/fr/b.md`]: `${page}[a](${prefix}/fr/a/#x) [b](${prefix}/en/a/) [c](../a/)\n`,
    });
    const { edits, unclear } = await planMove(site, `${folder}/en/a.md`, `${folder}/en/more/c.md`);
    expect(unclear).toEqual([]);
    expect(edits.find(({ path }) => path.endsWith("fr/b.md"))?.text).toBe(
      `${page}[a](${prefix}/fr/more/c/#x) [b](${prefix}/en/more/c/) [c](../more/c/)\n`,
    );
    const away = await planMove(site, `${folder}/en/a.md`, `${folder}/fr/c.md`);
    expect(away.unclear.map(({ target }) => target)).toEqual([`${prefix}/fr/a/#x`, "../a/"]);
  },
);
