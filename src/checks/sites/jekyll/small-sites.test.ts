import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { type SmallSite, testSmallSites } from "../../../../test/helpers/test-small-sites.ts";
import { planMove } from "../../changes/plan-move.ts";
import { checkSite } from "../../check-site.ts";

const page = "---\ntitle: T\n---\n\n";

const sites: SmallSite[] = [
  {
    name: "Jekyll: dashes behind a backslash are not joined in ids",
    generator: "jekyll",
    files: {
      "_config.yml": "title: T\n",
      "_layouts/a.html": "x",
      "index.md": `${page}[a](#a----b) [b](#c--d) [c](#e---f) [d](#a--b)\n\n## a \\-\\- b\n\n## c -- d\n\n## e \\--- f\n`,
    },
    found: ["anchor index.md #a--b"],
  },
  {
    name: "Jekyll: posts whose address is not all known hold open only what may be theirs",
    generator: "jekyll",
    files: {
      "_config.yml":
        "permalink: /news/:year/:month/:day/:title/\ntimezone: America/Los_Angeles\nplugins: [jekyll-redirect-from]\n",
      "_layouts/a.html": "x",
      "index.md": `${page}[a](/news/2020/01/01/b/) [b](/news/2020/01/02/b/) [c](/news/2020/05/06/c_d/) [d](/none/) [e](/old/) [f](/talks/2021/01/02/t/)\n`,
      "_posts/2020-05-06-b.md": "---\ndate: 2020-01-02 03:04:05 +0000\nredirect_from: /old/index.html\n---\n",
      "_posts/2020-05-06-c.md": "---\nslug: C d\n---\n",
    },
    found: [
      "internal-link index.md /news/2020/01/02/b/",
      "internal-link index.md /none/",
      "internal-link index.md /talks/2021/01/02/t/",
    ],
  },
  {
    name: "Jekyll: folders around posts are categories",
    generator: "jekyll",
    files: {
      "_config.yml": "title: T\n",
      "_layouts/a.html": "x",
      "index.md": `${page}[a](/talks/warm/2021/01/02/t.html) [b](/warm/2021/01/02/t.html)\n`,
      "talks/_posts/2021-01-02-t.md": "---\ncategories: Warm\n---\n",
    },
    found: ["internal-link index.md /warm/2021/01/02/t.html"],
  },
  {
    name: "Jekyll: anchors in and behind tags",
    generator: "jekyll",
    files: {
      "_config.yml": "title: T\npermalink: pretty\n",
      Gemfile: 'gem "jekyll", "~> 4.2"\n',
      "_layouts/a.html": "x",
      "index.md": `${page}[a]({% link b.md %}#loom) [b]({% link b.md %}#none) [c]({{ "/b/#loom" | relative_url }}) [d]({{ "/b/#no" | relative_url }}) [e]({{ "/b/" | relative_url }}#nor) [f]({{ "/b/" | relative_url }}#loom)\n`,
      "b.md": `${page}## Loom\n`,
    },
    found: [
      "anchor index.md {% link b.md %}#none",
      'anchor index.md {{ "/b/" | relative_url }}#nor',
      'anchor index.md {{ "/b/#no" | relative_url }}',
    ],
  },
  {
    name: "Jekyll: a page is left out where `published` is false, by any word of YAML, but not as text",
    generator: "jekyll",
    files: {
      "_config.yml": "title: T\n",
      "_layouts/a.html": "x",
      "index.md": `${page}[a](/no.html) [b](/off.html) [c](/text.html)\n`,
      "no.md": "---\npublished: no\n---\n",
      "off.md": "---\npublished: False\n---\n",
      "text.md": '---\npublished: "false"\n---\n',
    },
    found: ["internal-link index.md /no.html", "internal-link index.md /off.html"],
  },
  {
    name: "Jekyll: folders that the configuration includes have pages",
    generator: "jekyll",
    files: {
      "_config.yml": "title: T\ninclude: [_pages]\n",
      Gemfile: 'gem "jekyll"\n',
      "_layouts/a.html": "x",
      "_pages/about.md": "---\npermalink: /about/\n---\n[a](/none/)\n",
      "_more/b.md": page,
      "index.md": `${page}[a](/about/) [b](/_more/b.html)\n`,
    },
    found: ["internal-link _pages/about.md /none/", "internal-link index.md /_more/b.html"],
  },
  {
    name: "Jekyll: a post's slug is its own, or its name, in lower case",
    generator: "jekyll",
    files: {
      "_config.yml": "permalink: blog/:slug.html\n",
      "_layouts/a.html": "x",
      "index.md": `${page}[a](blog/my-new-post-2.html) [b](blog/z-own.html) [c](blog/z.html)\n`,
      "_posts/2020-01-02-My_new.Post-2.md": `${page}[a](../index.html)\n`,
      "_posts/2020-01-02-z.md": "---\nslug: Z_own\n---\n\n[a](../none.html)\n",
    },
    found: ["internal-link _posts/2020-01-02-z.md ../none.html", "internal-link index.md blog/z.html"],
  },
  {
    name: "Jekyll: categories are a part of a post's address",
    generator: "jekyll",
    files: {
      "_config.yml": "title: T\npermalink: pretty\n",
      Gemfile: 'gem "jekyll"\n',
      "_layouts/a.html": "x",
      "_posts/2026-01-02-a.md": "---\ncategories: Loom warp\n---\n[a](/none/)\n",
      "_posts/2026-01-02-b.md": "---\ncategory: Loom\ncategories: [weft]\n---\n",
      "index.md": `${page}[a](/loom/warp/2026/01/02/a/) [b](/weft/loom/2026/01/02/b/) [c](/2026/01/02/a/)\n`,
    },
    found: ["internal-link _posts/2026-01-02-a.md /none/", "internal-link index.md /2026/01/02/a/"],
  },
  {
    name: "Jekyll: names with spaces, addresses without an ending, and a README with front matter",
    generator: "jekyll",
    files: {
      "_config.yml":
        "title: T\nplugins: [jekyll-relative-links]\ncollections:\n  food:\n    output: true\n    permalink: /:collection/:name\n",
      "_layouts/a.html": "x",
      "_food/pie.md": page,
      "Two Words.md": page,
      "README.md": page,
      "a.md": "---\npermalink: /b\n---\n",
      "c.md": `${page}[a]({% link Two Words.md %}) [b](/food/pie) [c](/food/pie.html) [d](/food/pie/) [e](/b.html) [f](/README.html) [g](a.md/) [h](a.md?x) [i]({% link Three Words.md %})\n`,
      "d.md": "---\npermalink: /d/index.html\n---\n[a](/d/)\n",
    },
    found: [
      "internal-link c.md /food/pie/",
      "internal-link c.md a.md?x",
      "internal-link c.md {% link Three Words.md %}",
    ],
  },
];

testSmallSites(sites);

it("knows that the start page is gone, unless a file in another format takes its place", async () => {
  const { site, set } = await openTexts({
    "_config.yml": "title: T\n",
    "_layouts/a.html": "x",
    "a.md": `${page}[a](/)\n`,
    "index.md": page,
  });
  await set({ "index.md": null });
  expect((await checkSite(site)).findings.map(({ target }) => target)).toEqual(["/"]);
  await set({ "index.html": "---\n---\n" });
  expect((await checkSite(site)).findings).toEqual([]);
});

it("a page keeps links that are not judged where its folder stays the same", async () => {
  const { site } = await openTexts({
    "_config.yml": "title: T\nplugins: [made-by-hand]\n",
    Gemfile: 'gem "jekyll"\n',
    "_layouts/a.html": "x",
    "a.md": `${page}[a](made/b.html)\n`,
  });
  expect((await planMove(site, "a.md", "c.md")).unclear).toEqual([]);
  expect((await planMove(site, "a.md", "more/a.md")).unclear).toHaveLength(1);
});

it("full addresses on the host that the configuration names follow a move, and hold others back", async () => {
  const { site } = await openTexts({
    "_config.yml": "title: T\nurl: https://t.test\npermalink: pretty\n",
    Gemfile: 'gem "jekyll"\n',
    "_layouts/a.html": "x",
    "a.md": `${page}## B\n`,
    "c.md": `${page}[a](https://t.test/a/#b) [b](https://other.test/a/)\n`,
    "feed.json": '{ "next": "https://t.test/a/" }\n',
  });
  const { edits, unclear } = await planMove(site, "a.md", "more/a.md");
  const text = edits.find(({ path }) => path === "c.md")?.text;
  expect(text).toBe(`${page}[a](https://t.test/more/a/#b) [b](https://other.test/a/)\n`);
  expect(unclear).toEqual([{ path: "feed.json", line: 1, target: "https://t.test/a/" }]);
});

it("a page whose name a list of its folder's or of a menu's pages holds stays, in data that layouts read", async () => {
  const { site } = await openTexts({
    "_config.yml": "title: T\npermalink: pretty\ncollections:\n  lessons:\n    output: true\n",
    "_layouts/a.html": "x",
    "_data/lessons.yml": "- title: Lessons\n  lessons:\n  - first-steps\n",
    "_data/nav_docs.yml": "- items:\n  - id: second-steps\n",
    "_data/words.yml": "- third-steps\n",
    "_lessons/first-steps.md": page,
    "_lessons/second-steps.md": page,
    "_lessons/third-steps.md": page,
  });
  const held = async (name: string) => {
    const { unclear } = await planMove(site, `_lessons/${name}.md`, "_lessons/other.md");
    return unclear.map(({ path, line }) => `${path}:${line}`);
  };
  expect(await held("first-steps")).toEqual(["_data/lessons.yml:3"]);
  expect(await held("second-steps")).toEqual(["_data/nav_docs.yml:2"]);
  expect(await held("third-steps")).toEqual([]);
});

it("a target in front of a filter keeps its missing slash, and a folder of posts may be no collection's", async () => {
  const { site } = await openTexts({
    "_config.yml": "title: T\npermalink: pretty\ncollections:\n  posts:\n    permalink: /news/:title/\n",
    "_layouts/a.html": "x",
    "a.md": page,
    "deep/b.md": `${page}[a]({{ 'a/' | relative_url }})\n`,
    "_posts/README.md": page,
  });
  expect((await checkSite(site)).findings).toEqual([]);
  const { edits } = await planMove(site, "a.md", "more/a.md");
  expect(edits.map(({ text }) => text)).toContain(`${page}[a]({{ 'more/a/' | relative_url }})\n`);
});
