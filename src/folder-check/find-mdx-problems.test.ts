import { expect, it, onTestFinished } from "vitest";
import { openSite } from "../checks/model/open-site.ts";
import { createPageParser } from "../checks/processes/create-page-parser.ts";
import { describeUnread, findMdxProblems } from "./find-mdx-problems.ts";

/** Takes minutes to parse. */
const bomb = `${"> ".repeat(20_000)}\n\n{a + b}\n`;

it("reports a page that cannot be parsed in time, not as a problem; judges the others", async () => {
  const files = new Map([
    ["docs.json", "{}"],
    ["slow.mdx", bomb],
    ["wrong.mdx", "# A\n\n{\n"],
    ["right.mdx", "# A\n"],
  ]);
  const read = async (path: string) => Buffer.from(files.get(path)!);
  const site = await openSite({ files: [...files.keys()], read, cache: new Map() });
  const parser = createPageParser({ limitMs: 3_000 });
  onTestFinished(() => parser.close());
  const unread: string[] = [];
  const found = await findMdxProblems({ parser }, site, [...files.keys()], {
    readBase: async () => null,
    noteUnread: (path) => unread.push(path),
    signal: undefined,
  });
  expect(found.map(({ rule, path }) => `${rule} ${path}`)).toEqual(["mdx-syntax wrong.mdx"]);
  expect(describeUnread(unread)).toEqual([
    { rule: "mdx-syntax", isWhole: false, reason: "slow.mdx could not be parsed in time" },
  ]);
});
