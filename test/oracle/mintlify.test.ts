import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { DeadLinks } from "../../scripts/oracle/shared/verdict-files.ts";
import { checkSite } from "../../src/checks/check-site.ts";
import { openFixture } from "../fixtures/sites/open-fixture.ts";

const rules = new Set(["internal-link", "anchor", "image"]);

/** What only `mint broken-links` calls dead (`-`), or only our checks (`+`). */
async function differencesOf(fixture: string): Promise<string[]> {
  const { dead } = JSON.parse(
    await readFile(join(import.meta.dirname, `verdicts/${fixture}.json`), "utf8"),
  ) as DeadLinks;
  const { site } = await openFixture(fixture);
  const { findings } = await checkSite(site);
  const ours = findings.filter(({ rule }) => rules.has(rule)).map(({ path, target }) => `${path} ${target}`);
  const theirs = Object.entries(dead).flatMap(([path, targets]) => targets.map((one) => `${path} ${one}`));
  return [
    ...theirs.filter((one) => !ours.includes(one)).map((one) => `- ${one}`),
    ...ours.filter((one) => !theirs.includes(one)).map((one) => `+ ${one}`),
  ].sort();
}

it("calls the links dead that mint does, but for what it does not follow", async () => {
  expect(await differencesOf("mintlify-links")).toEqual([
    // It does not read definitions.
    "+ index.mdx /guides/reefing-sails",
    // It counts a path without a dot from the root; a browser from the address of the page.
    "- guides/index.mdx furling",
    // It does not look for headings in snippets.
    "- guides/mending.mdx #thread",
  ]);
  expect(await differencesOf("mintlify")).toEqual([
    // Titles of accordions are ids, but it does not look there.
    "- guides/cargo.mdx #heavy-goods",
    "- guides/install.mdx #tide-tables",
    "- guides/ships.mdx install",
    // It does not know what pages the folder of a description gets.
    "- index.mdx /endpoints/list-ships",
  ]);
});
