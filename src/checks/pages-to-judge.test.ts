import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openFixture } from "../../test/fixtures/sites/open-fixture.ts";
import { runsAll } from "../../test/helpers/skip-unless.ts";
import { checkSite } from "./check-site.ts";
import type { Site } from "./model/site.ts";
import { anchorsOf } from "./pages/page-anchors.ts";
import type { JudgedSite } from "./pages-to-judge.ts";
import { findSoundAnchors } from "./reports/find-not-judged.ts";

/** Of so many pages, one is edited. */
const stride = runsAll ? 1 : 3;

const fixtures = join(import.meta.dirname, "../../test/fixtures/sites");
const names = readdirSync(fixtures, { withFileTypes: true }).flatMap((one) =>
  one.isDirectory() ? [one.name] : [],
);

/** Edits of a page's text. */
const edits: ((text: string) => string)[] = [
  (text) => text.replace(/^#{2,6} .*$/gm, "## Another heading"),
  (text) => text.replace(/#[\w-]+\)/g, "#zq-gone)"),
  (text) => `${text}\n\n[a](./zq-gone.md) [b](/zq-gone) ![](zq.png)\n\n#### Deep\n\n[c][zq]\n\n\`\`\`js\n`,
  (text) => text.replace(/\s(?:id|name)=["'][^"']*["']|\{#[\w-]+\}/g, ""),
  () => "# Nothing else\n",
  // Without another anchor.
  (text) => `${text}\n\n[a](#zq-gone) [b](./zq-gone.md#zq) [c](/zq-gone#zq) <Zq /> {zq}\n`,
];

async function judge(site: Site, judged: JudgedSite, before: Awaited<ReturnType<typeof checkSite>>) {
  const { notJudged, unjudged } = before;
  const known = { notJudged, unjudged, soundAnchors: findSoundAnchors(judged.site, notJudged) };
  const changedPaths = [...(site.touched ?? [])];
  const check = (options: object) => checkSite(site, { changedPaths, before: { ...known, ...options } });
  const [some, all] = [await check({ judged }), await check({})];
  return { some: sort(some.findings), all: sort(all.findings) };
}

function sort(findings: readonly object[]): string[] {
  return findings.map((finding) => JSON.stringify(finding)).sort();
}

/** What a copy still knows of its pages' anchors is what it would compute now. */
function expectSameAnchors(site: Site, edited: string): void {
  for (const [path, known] of new Map(site.index.anchors)) {
    site.index.anchors.delete(path);
    expect(anchorsOf(site, path), `${path} after an edit of ${edited}`).toEqual(known);
  }
}

describe.each(names)("after edits of %s", (name) => {
  it("judging the pages that they concern finds what judging all pages finds", async () => {
    const { site } = await openFixture(name);
    const report = await checkSite(site);
    const judged: JudgedSite = { site, report, ties: null };
    let checked = 0;
    for (const [at, path] of [...site.pages.keys()].entries()) {
      for (const edit of at % stride === 0 ? edits : []) {
        const old = (await site.read(path)).toString("utf8");
        const copy = site.copy(async (one) => (one === path ? Buffer.from(edit(old)) : await site.read(one)));
        await copy.update([path]);
        expectSameAnchors(copy, path);
        const { some, all } = await judge(copy, judged, report);
        expect(some, `${path} ${edits.indexOf(edit)}`).toEqual(all);
        if (copy.touched !== null) checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(0);
  });
});
