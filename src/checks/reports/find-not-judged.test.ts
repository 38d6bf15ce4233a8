import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openFixture, openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { brief, counts, openBefore } from "../../../test/helpers/open-before.ts";
import { checkSite } from "../check-site.ts";

it("counts anchors as not judged on pages whose ids are not known", async () => {
  const { before } = await openBefore(
    await openTexts({
      "docs/.vitepress/config.ts": "export default { markdown: { anchor: { slugify } } };\n",
      "docs/index.md": "[a](./b#there) [b](./b#none)\n",
      "docs/b.md": "# There\n",
    }),
  );
  expect(before.notJudged.map(({ reason }) => reason)).toEqual([
    "links not judged here: 2 of 2 anchors, because the configuration gives headings its own ids",
  ]);
});

describe("more than 5 % of a rule's links look broken", () => {
  const links = (broken: number) =>
    Array.from(
      { length: 100 },
      (_, index) => `[${index}](b.md${index < broken ? `#gone-${index}` : "#there"})`,
    );
  const texts = (broken: number) => ({ "a.md": links(broken).join("\n"), "b.md": "# There\n\n# Here\n" });

  it.each([
    [4, 4, 0],
    [5, 5, 0],
    [9, 9, 0],
    [10, 0, 100],
    [60, 0, 100],
  ])("of 100 anchors %i: %i findings, %i links not judged", async (broken, findings, unjudged) => {
    const { before } = await openBefore(await openTexts(texts(broken)));
    expect(before.findings).toHaveLength(findings);
    expect(before.notJudged.reduce((sum, { links: count }) => sum + count, 0)).toBe(unjudged);
  });

  it("counts the pages that the site publishes, not others of the repository", async () => {
    const book = {
      "book.toml": '[book]\ntitle = "A"\n',
      "src/SUMMARY.md": "[A](a.md)\n[B](b.md)\n",
      "src/a.md": `${links(11).join("\n")}\n`,
      "src/b.md": texts(0)["b.md"],
    };
    const many = "[x](b.md#there)\n".repeat(300);
    const { before } = await openBefore(await openTexts({ ...book, "src/old.md": many }));
    expect(before.notJudged[0]!.reason).toContain("11 of 100 anchors look broken");
    const drafts = links(80).join("\n");
    const other = await openBefore(
      await openTexts({ ...book, "src/a.md": links(5).join("\n"), "src/old.md": drafts }),
    );
    expect(other.before.notJudged).toMatchObject([{ rule: "anchor", isWhole: false, isOutside: true }]);
    expect(other.before.findings.filter(({ path }) => path === "src/a.md")).toHaveLength(5);
  });

  it("is nowhere counted, but what the change itself takes away is found", async () => {
    const { before, compare } = await openBefore(await openTexts(texts(20)));
    expect(before.notJudged).toEqual([
      {
        rule: "anchor",
        links: 100,
        isWhole: true,
        reason: expect.stringMatching(
          /^links not judged here: all 100 anchors, because 20 of 100 anchors look broken/,
        ),
      },
    ]);
    const other = await compare({ "a.md": `${links(3).join("\n")}\n[x](b.md#new)` });
    expect(counts(other)).toEqual([0, 0, 0]);
    const renamed = await compare({ "b.md": "# Elsewhere\n" });
    expect(new Set(brief(renamed.new))).toEqual(new Set(["anchor a.md b.md#there"]));
    expect(renamed.new).toHaveLength(97);
  });

  it.each([
    [
      "Hugo",
      { "hugo.toml": "[languages.en]\n[languages.fr]\n", "layouts/single.html": "x" },
      "content/a.fr.md",
      "/fr/a/",
    ],
    [
      "Hugo",
      { "hugo.toml": '[permalinks]\nlog = "/diary/:slug/"\n', "layouts/single.html": "x" },
      "content/log/a.md",
      "/diary/a/",
    ],
    ["Jekyll", { "_config.yml": "title: T\n", Gemfile: 'gem "jekyll"\n' }, "rig/a.md", "/sails/"],
  ])(
    "is nowhere counted, but a page of %s that goes is found by its address",
    async (_, more, page, address) => {
      const front = "---\nslug: a\npermalink: /sails/\ntitle: A\n---\n";
      const home = page.startsWith("content/") ? "content/b.md" : "b.md";
      const broken = Array.from({ length: 20 }, (_, index) => `[x](/none-${index}/)\n`).join("");
      const texts = { ...more, [page]: front, [home]: `---\ntitle: B\n---\n${broken}[a](${address})\n` };
      const { before, compare } = await openBefore(await openTexts(texts));
      expect(before.notJudged).toMatchObject([{ rule: "internal-link", isWhole: true }]);
      expect(brief((await compare({ [page]: null })).new)).toEqual([`internal-link ${home} ${address}`]);
    },
  );

  it("leaves out the anchors of the languages in which they look broken, not those of others", async () => {
    const french = texts(30);
    const { before, compare } = await openBefore(
      await openTexts({
        ...texts(4),
        "fr/a.md": french["a.md"],
        "fr/b.md": french["b.md"],
        "de/a.md": "[x](b.md#there)\n".repeat(19),
        "de/b.md": "# There\n",
      }),
    );
    expect(before.notJudged).toEqual([
      {
        rule: "anchor",
        links: 119,
        isWhole: false,
        partitions: ["de", "fr"],
        reason: expect.stringMatching(
          /^links not judged here: 119 anchors on pages in de and in fr, because 30 of 119 look broken/,
        ),
      },
    ]);
    expect(new Set(before.findings.map(({ path }) => path))).toEqual(new Set(["a.md"]));
    expect(before.findings).toHaveLength(4);
    const more = await compare({
      "fr/b.md": "# There\n\n[x](a.md#none)\n",
      "b.md": "# There\n\n[x](a.md#none)\n",
    });
    expect(brief(more.new)).toEqual(["anchor b.md a.md#none"]);
    const gone = await compare({ "fr/b.md": "# Elsewhere\n", "b.md": "# There\n\n# Here\n" });
    expect(new Set(brief(gone.new))).toEqual(new Set(["anchor fr/a.md b.md#there"]));
  });

  const withDraft = (excluded: string) => ({
    ".vitepress/config.ts": `export default { srcExclude: [${excluded}] };\n`,
  });
  const vitepress = {
    ...withDraft('"drafts/**"'),
    "index.md": `${links(0).join("\n")}\n[d](/drafts/later) [s](/sails)\n${"[g](/gone)\n".repeat(20)}`,
    "b.md": "# There\n",
    "drafts/later.md": "# Later\n",
    "sails.md": "# Sails\n",
  };

  it("reports no link to a page that was not published before either", async () => {
    const { before, compare } = await openBefore(await openTexts(vitepress));
    expect(before.notJudged).toMatchObject([{ rule: "internal-link", isWhole: true }]);
    expect(brief(before.findings)).toEqual([]);
    expect(counts(await compare({ "b.md": "# There\n\nMore.\n" }))).toEqual([0, 0, 0]);
  });

  it("reports a link to a page that the change no longer publishes, or deletes", async () => {
    const hidden = await openBefore(await openTexts(vitepress));
    const { new: found } = await hidden.compare(withDraft('"drafts/**", "sails.md"'));
    expect(brief(found)).toEqual(["internal-link index.md /sails"]);
    const deleted = await openBefore(await openTexts(vitepress));
    const { new: lost } = await deleted.compare({ "sails.md": null });
    expect(brief(lost)).toEqual(["internal-link index.md /sails"]);
  });

  const outside = (broken: number) =>
    Array.from({ length: 40 }, (_, at) => `[${at}](${at < broken ? `gone-${at}` : "there"}.md)`).join("\n");
  const published = (lines: number) => ({
    "docusaurus.config.js": 'module.exports = { baseUrl: "/", presets: [["classic", { docs: {} }]] };\n',
    "docs/a.md": `[x](/docs/none)\n${"[y](/docs/a)\n".repeat(lines)}`,
    "docs/there.md": "# There\n",
    "samples/a.md": outside(30),
    "samples/there.md": "# There\n",
  });

  it("on pages that the site does not publish: its own links are judged all the same", async () => {
    const { before, compare } = await openBefore(await openTexts(published(60)));
    expect(brief(before.findings)).toEqual(["internal-link docs/a.md /docs/none"]);
    expect(before.notJudged).toEqual([
      {
        rule: "internal-link",
        links: 40,
        isWhole: false,
        isOutside: true,
        reason: expect.stringMatching(
          /^links not judged here: 40 links to pages and files on pages that the site does not publish, because 30 of 40 look broken/,
        ),
      },
    ]);
    const gone = await compare({ "samples/there.md": null, "docs/there.md": null });
    expect(new Set(brief(gone.new))).toEqual(new Set(["internal-link samples/a.md there.md"]));
  });
});

const fixtures = join(import.meta.dirname, "../../../test/fixtures/sites");
const names = readdirSync(fixtures, { withFileTypes: true }).flatMap((one) =>
  one.isDirectory() ? [one.name] : [],
);

it.each(names)("on %s, a rule that is not judged at all has no findings before a change", async (name) => {
  const { findings, notJudged } = await checkSite((await openFixture(name)).site);
  const rules = new Set<string>(notJudged.filter(({ isWhole }) => isWhole).map(({ rule }) => rule));
  expect(brief(findings.filter(({ rule }) => rules.has(rule)))).toEqual([]);
});
