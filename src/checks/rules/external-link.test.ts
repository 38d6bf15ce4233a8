import { expect, test } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { findExternalLinks } from "../find-external-links.ts";
import { createExternalLinkRule } from "./external-link.ts";

const page = (text: string) => ({ "mkdocs.yml": "site_name: S\n", "docs/a.md": text });
const signal = new AbortController().signal;
const nothing = {
  pages: [],
  read: async () => null,
  readBefore: null,
  settings: { paths: [], read: async () => Buffer.alloc(0) },
};

async function linksOf(before: string, after: string) {
  const { site } = await openTexts(page(before));
  const { site: changed } = await openTexts(page(after));
  return findExternalLinks(changed, { before: site, changedPaths: ["docs/a.md"], oldPaths: new Map() });
}

test("links of a changed page are found, those that the change adds first", async () => {
  const links = await linksOf(
    "[old](https://a.dev/x)\n",
    "[old](https://a.dev/x) [new](https://a.dev/y#part) [other](https://b.dev/)\n",
  );
  expect(links.map(({ url, isAdded, isKnownHost }) => [url, isAdded, isKnownHost])).toEqual([
    ["https://a.dev/y", true, true],
    ["https://b.dev/", true, false],
    ["https://a.dev/x", false, true],
  ]);
});

test.each([
  "http://localhost:3000/",
  "https://example.com/x",
  "https://docs.example.org",
  "https://api.test/",
  "https://{host}/x",
  "https://a.dev/<id>",
  "https://me:secret@a.dev/",
  "https://a.dev/$VERSION",
  "/inside",
  "mailto:a@a.dev",
])("%s is asked nothing", async (target) => {
  expect(await linksOf("", `[x](<${target}>)\n`)).toEqual([]);
});

test("pages that the change leaves alone are asked nothing", async () => {
  const { site } = await openTexts(page("[x](https://a.dev/)\n"));
  expect(findExternalLinks(site, { before: site, changedPaths: [], oldPaths: new Map() })).toEqual([]);
  expect(findExternalLinks(site, null)).toHaveLength(1);
});

test("only what is gone is a problem, and what is not certain is said", async () => {
  const links = await linksOf(
    "[k](https://a.dev/k)",
    "[1](https://a.dev/1#x) [2](https://a.dev/2) [3](https://b.dev/3)\n[4](https://a.dev/4)\n",
  );
  const asked: string[] = [];
  const judge = createExternalLinkRule({
    urlsMax: 2,
    ask: async (urls) => {
      asked.push(...urls);
      return new Map([
        ["https://a.dev/1", { kind: "gone", why: "answers 404" }],
        ["https://a.dev/2", { kind: "unclear", why: "answers 500" }],
      ]);
    },
  });
  const { findings, notJudged } = await judge({
    ...nothing,
    links,
    mayAsk: ({ isKnownHost }) => isKnownHost,
    signal,
  });
  expect(asked).toEqual(["https://a.dev/1", "https://a.dev/2"]);
  expect(findings).toEqual([
    {
      ...{ rule: "external-link", path: "docs/a.md", line: 1, column: 5, target: "https://a.dev/1#x" },
      message: "https://a.dev/1#x answers 404",
    },
  ]);
  expect(notJudged).toEqual({
    isWhole: false,
    reason:
      "links not judged here: 1 gave no certain answer, 1 more than the 2 of one run, 1 at hosts that no page had a link to before",
  });
});
