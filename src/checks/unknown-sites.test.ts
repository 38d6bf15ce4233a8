import { describe, expect, it } from "vitest";
import { openFixture, openTexts } from "../../test/fixtures/sites/open-fixture.ts";
import { brief, counts, openBefore } from "../../test/helpers/open-before.ts";
import { planDelete } from "./changes/plan-delete.ts";
import { planMove } from "./changes/plan-move.ts";
import { checkSite } from "./check-site.ts";

const page = "content/basics/first-steps.mdx";

describe("a site whose files do not show where its addresses lead", () => {
  it("reports what files prove, and says of the rest that it is not judged", async () => {
    const { before } = await openBefore(await openFixture("unknown-routing"));
    expect(brief(before.findings)).toEqual(["anchor content/home.mdx basics/first-steps.mdx#gone"]);
    expect(before.findings[0]?.suggestion).toBeUndefined();
    expect(before.notJudged.map(({ rule, links, isWhole }) => [rule, links, isWhole])).toEqual([
      ["internal-link", 7, false],
      ["anchor", 2, false],
      ["image", 1, false],
    ]);
    for (const { reason } of before.notJudged) {
      expect(reason).toMatch(/^links not judged here: \d+ of \d+ .*, because the generator .* is not known/);
    }
  });

  it("leaves an image open that the address of its page leads into a folder of static files", async () => {
    const { before } = await openBefore(
      await openTexts({
        "content/v2/guide/gate.md": "![a](../../../images/a.png) ![b](../../../images/b.png)\n",
        "public/images/a.png": "png",
      }),
    );
    expect(brief(before.findings)).toEqual(["image content/v2/guide/gate.md ../../../images/b.png"]);
  });

  it("counts no address as new or fixed, whatever is written and whatever goes", async () => {
    const { compare } = await openBefore(await openFixture("unknown-routing"));
    const text =
      "# Soup\n\n[a](/nowhere) [b](/learn/first-steps#nope) [c](../nowhere) ![d](/pictures/no.png)\n";
    expect(counts(await compare({ "content/extras/soup.mdx": text }))).toEqual([0, 0, 1]);
    expect(counts(await compare({ "content/extras/soup.mdx": null }))).toEqual([0, 0, 1]);
  });

  it("tells which links may lead to a page that is to be deleted, and finds those that files prove broken", async () => {
    const fixture = await openFixture("unknown-routing");
    const { compare } = await openBefore(fixture);
    const plan = await planDelete(fixture.site, page);
    expect(plan.inbound.map(({ path, line, isGuess }) => [path, line, isGuess ?? false])).toEqual([
      ["content/home.mdx", 4, false],
      ["content/home.mdx", 4, false],
      ["content/home.mdx", 3, true],
      ["content/tools.md", 5, true],
    ]);
    const comparison = await compare({ [page]: null });
    expect(brief(comparison.new)).toEqual([
      "internal-link content/home.mdx basics/first-steps.mdx#sharpen",
      "internal-link content/home.mdx basics/first-steps.mdx#gone",
    ]);
  });

  it("guesses by the end of an address, and leaves a guessed link as it is", async () => {
    const fixture = await openFixture("unknown-routing");
    const { move } = await openBefore(fixture);
    await fixture.set({ "content/learn/tools.md": await fixture.text("content/tools.md") });
    const guessed = await planDelete(fixture.site, "content/learn/tools.md");
    expect(guessed.inbound.map(({ path, isGuess }) => [path, isGuess])).toEqual([
      ["content/home.mdx", true],
      [page, true],
    ]);
    expect(guessed.notes).toEqual([expect.stringContaining("links not judged here: 2 links")]);
    await fixture.set({ "content/learn/tools.md": null });
    const { plan, comparison } = await move(page, "content/start/early/first.mdx");
    expect(counts(comparison)).toEqual([0, 0, 1]);
    expect(plan.edits.map(({ path, what }) => [path, what])).toEqual([
      ["content/home.mdx", "2 links"],
      ["content/start/early/first.mdx", "1 link"],
    ]);
    expect(await fixture.text("content/home.mdx")).toContain("(start/early/first.mdx#sharpen)");
    expect(await fixture.text("content/start/early/first.mdx")).toContain("(../../tools.md#all-tools)");
    expect(await fixture.text("content/home.mdx")).toContain("(/learn/first-steps)");
  });

  it("repairs a relative link to a file, and no address, image or folder", async () => {
    const { before } = await openBefore(
      await openTexts({
        "a/one.md": "# One\n",
        "a/two.md":
          "[1](../one.md) [2](ONE.md) [3](one.mdx) [4](/One) [5](/b/one) [6](../one) ![7](/p.png) ![8](p.png)",
        "b/p.png": "",
      }),
    );
    const suggested = before.findings.filter(({ suggestion }) => suggestion !== undefined);
    expect(suggested.map(({ suggestion }) => [suggestion!.old, suggestion!.new])).toEqual([
      ["ONE.md", "one.md"],
      ["one.mdx", "one.md"],
    ]);
    const others = before.findings.filter(({ suggestion }) => suggestion === undefined);
    expect(others.map(({ target, candidates }) => [target, candidates])).toEqual([
      ["../one.md", ["one.md"]],
      ["p.png", ["../b/p.png"]],
    ]);
  });
});

it("takes no dotted name of code for a file, and no fence after a template tag for an open one", async () => {
  const text =
    "[HubAuth](hub.services.auth.HubAuth) [file](none.png)\n\n```py\n{% raw %}\n1\n{% endraw %}```\n\n```\n2\n```\n";
  const { before } = await openBefore(await openTexts({ "a.md": text }));
  expect(brief(before.findings)).toEqual(["internal-link a.md none.png"]);
});

describe("a site whose own links prove how its addresses lead to its files", () => {
  it("judges them, follows a move with their anchors, and keeps an old broken one", async () => {
    const fixture = await openFixture("own-addresses");
    const { before, move } = await openBefore(fixture);
    expect(fixture.site.addresses.roots).toEqual(["src/content/docs"]);
    expect(brief(before.findings)).toEqual(["anchor src/content/docs/guides/pack.mdx /guides/start/#gone"]);
    const { plan, comparison } = await move(
      "src/content/docs/guides/start.mdx",
      "src/content/docs/begin/here.mdx",
    );
    expect(counts(comparison)).toEqual([0, 0, 1]);
    expect(await fixture.text("src/content/docs/index.mdx")).toContain(
      "[Start](/begin/here/), [pack](/guides/pack/#",
    );
    expect(await fixture.text("src/content/docs/guides/pack.mdx")).toContain("(/begin/here/#gone)");
    expect(await fixture.text("src/content/docs/begin/here.mdx")).toContain(
      "(../guides/pack.mdx#what-to-take)",
    );
    expect(plan.notes.join()).not.toContain("not judged");
  });

  it.each(["01-start.mdx", "Start Here.mdx", "../start.mdx"])(
    "leaves them where the generator may give the page another address: %s",
    async (name) => {
      const fixture = await openFixture("own-addresses");
      const plan = await planMove(
        fixture.site,
        "src/content/docs/guides/start.mdx",
        name.startsWith("..") ? "src/content/start.mdx" : `src/content/docs/guides/${name}`,
      );
      expect(plan.notes[0]).toMatch(/^links not judged here: 4 links .*index\.mdx:3/);
      expect(plan.edits.map(({ path }) => path)).not.toContain("src/content/docs/index.mdx");
    },
  );

  it("finds what a deletion and a renamed heading break; a translation that is missing is not judged", async () => {
    const { compare } = await openBefore(await openFixture("own-addresses"));
    const walk = "src/content/docs/guides/walk.mdx";
    const renamed = await compare({
      [walk]: "# Walk\n\n## Walk a long way {/*further*/}\n\n[Start](/guides/start/)\n",
    });
    expect(brief(renamed.new)).toEqual([
      "anchor src/content/docs/fr/guides/start.mdx /guides/walk/#far",
      "anchor src/content/docs/guides/start.mdx /guides/walk/#far",
      "anchor src/content/docs/index.mdx /guides/walk/#far",
    ]);
    const gone = await compare({ [walk]: null });
    expect(gone.new.map(({ rule }) => rule)).toEqual([
      "internal-link",
      "internal-link",
      "internal-link",
      "internal-link",
    ]);
    expect(
      (await compare({ "src/content/docs/fr/guides/walk.mdx": "[x](/fr/guides/pack/)" })).new,
    ).toHaveLength(4);
  });

  it("does not judge an address that a page of another version may have", async () => {
    const versions = Object.fromEntries(
      ["docs", "site/versioned_docs/version-2"].flatMap((folder) =>
        ["one", "two", "three"].map((name) => [`${folder}/${name}.md`, `# ${name}\n`]),
      ),
    );
    const { site } = await openTexts({
      ...versions,
      "blog.md": "[1](/docs/one) [2](/docs/two) [3](/docs/three)",
    });
    expect(site.addresses.roots).toEqual([""]);
    const plan = await planMove(site, "docs/one.md", "docs/first.md");
    expect(plan.edits).toEqual([]);
    expect(plan.notes[0]).toContain("links not judged here: 1 link that may lead to or from docs/one.md");
    const within = await openTexts({ ...versions, "docs/four.md": "[1](one) [2](two) [3](three)" });
    const { compare } = await openBefore(within);
    expect(brief((await compare({ "docs/one.md": null })).new)).toEqual(["internal-link docs/four.md one"]);
  });

  it("lists the links that lead to the page of the main language where their own is missing", async () => {
    const fixture = await openFixture("own-addresses");
    const start = "src/content/docs/guides/start.mdx";
    const french = "src/content/docs/fr/guides/start.mdx";
    await fixture.set({ [french]: `${await fixture.text(french)}\n[Le sac](/fr/guides/pack/)\n` });
    const { move } = await openBefore(fixture);
    const { plan, comparison } = await move(
      "src/content/docs/guides/pack.mdx",
      "src/content/docs/bags/pack.mdx",
    );
    expect(plan.notes[0]).toContain(`links not judged here: 1 link that may lead`);
    expect(plan.notes[0]).toContain(`look at ${french}:5`);
    expect(counts(comparison)).toEqual([0, 0, 1]);
    expect(await fixture.text(start)).toContain("[Pack](/bags/pack/)");
  });

  it("lists the links that may lead to a page that stands for its folder", async () => {
    const { site } = await openTexts({
      "app/guide/markdown/page.mdx": "# Markdown\n",
      "app/guide/latex/page.mdx": "[1](../guide/markdown) [2](/x/guide/latex)\n\n[3](/guide/markdown)",
    });
    const { inbound } = await planDelete(site, "app/guide/markdown/page.mdx");
    expect(inbound.map(({ line, isGuess }) => [line, isGuess])).toEqual([
      [1, true],
      [3, true],
    ]);
    const relative = await openTexts({
      "app/guide/markdown/page.mdx": "# Markdown\n",
      "app/more/latex/page.mdx": "[1](../guide/markdown)",
    });
    const plan = await planMove(relative.site, "app/guide/markdown/page.mdx", "app/guide/text/page.mdx");
    expect(plan.notes[0]).toContain("look at app/more/latex/page.mdx:1");
  });

  it("a heading that is gone is not found in a layout that has one of the same name", async () => {
    const fixture = await openTexts({
      "docs/a.md": "# A\n\n## Sails\n",
      "docs/b.md": "# B\n\n[a](a.md#sails) [b](a.md#rig)\n",
      "docs/_includes/menu.njk": "<h2>Sails</h2>\n<h2>Rig</h2>\n",
    });
    expect((await checkSite(fixture.site)).findings).toEqual([]);
    const copy = fixture.site.copy(fixture.site.read);
    await fixture.set({ "docs/a.md": "# A\n\n## Boats\n" });
    expect(brief((await checkSite(fixture.site)).findings)).toEqual(["anchor docs/b.md a.md#sails"]);
    expect((await checkSite(copy)).findings).toEqual([]);
    await fixture.set({ "docs/a.md": "# A\n\n## Sails\n" });
    expect((await checkSite(fixture.site)).findings).toEqual([]);
  });
});
