import { expect, test } from "vitest";
import { judgeTexts } from "../../../test/helpers/judge-texts.ts";

const headings = Array.from({ length: 60 }, (_, number) => `## Part ${number}\n`).join("\n");

/** A site whose hook may change ids, with so many links to headings, and others. */
const texts = ({ links = 60, others = "" } = {}) => ({
  "mkdocs.yml": "site_name: Docs\nhooks: [own.py]\nplugins: [search, mkdocstrings]\n",
  "docs/index.md": "# Home\n",
  "docs/parts.md": `# Parts\n\n${headings}`,
  "docs/api.md": "# API\n\n::: package.module\n",
  "docs/list.md": `# List\n\n${Array.from({ length: links }, (_, number) => `[${number}](parts.md#part-${number})`).join(" ")} ${others}\n`,
});

/** Returns the anchors that a change breaks, and how many were not judged before it. */
async function judge(before: Record<string, string>, change: Record<string, string | null>) {
  const { new: added, before: report } = await judgeTexts(before, { files: change });
  const found = added.filter(({ rule }) => rule === "anchor");
  const open = report.notJudged.find(({ rule }) => rule === "anchor");
  return { new: found.map(({ path, target }) => `${path} ${target}`), open: open?.links ?? 0 };
}

const home = (text: string) => ({ "docs/index.md": `# Home\n\n${text}\n` });

test("links that the change brings are judged where others show that ids are as the generator makes them", async () => {
  const change = home("[a](parts.md#part-1) [b](parts.md#part-99) [c](list.md#none)");
  expect(await judge(texts(), change)).toEqual({
    new: ["docs/index.md parts.md#part-99", "docs/index.md list.md#none"],
    open: 0,
  });
});

test.each([
  ["few links", texts({ links: 40 }), 40],
  ["links to ids that are made elsewhere", texts({ others: "[x](parts.md#own-1) [y](parts.md#own-2)" }), 62],
])("%s prove nothing", async (_, before, open) => {
  expect(await judge(before, home("[b](parts.md#part-99)"))).toEqual({ new: [], open });
});

test("a page with an id that is made elsewhere may have others", async () => {
  const before = texts({ others: "[x](list.md#own)" });
  const change = home("[a](list.md#own) [b](list.md#other) [c](parts.md#other)");
  expect(await judge(before, change)).toEqual({ new: ["docs/index.md parts.md#other"], open: 1 });
});

test("a page that brings ids of its own stays unjudged", async () => {
  const before = {
    ...texts({ others: "[x](api.md#method)" }),
    "docs/options.md": "# Options\n\n## <!-- option:port -->\n",
  };
  const change = home("[a](api.md#other) [b](options.md#port) [c](parts.md#part-99)");
  const { new: found } = await judge(before, change);
  expect(found).toEqual(["docs/index.md parts.md#part-99"]);
});

test("a new page's headings are known as well", async () => {
  const change = { "docs/new.md": "# New\n\n## Setup\n\n[a](#setup) [b](#set-up)\n" };
  expect((await judge(texts(), change)).new).toEqual(["docs/new.md #set-up"]);
});
