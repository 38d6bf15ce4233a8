import { afterAll, describe, expect, it } from "vitest";
import { type Corpus, openCorpus } from "../../test/fixtures/sites/open-corpus.ts";
import { skipUnless } from "../../test/helpers/skip-unless.ts";
import { planMove } from "./changes/plan-move.ts";
import { checkSite } from "./check-site.ts";
import { resolutionsOf } from "./links/resolve-link.ts";
import { openSite } from "./model/open-site.ts";
import { createScanCache } from "./model/scan-cache.ts";
import type { Site } from "./model/site.ts";
import { compareReports } from "./reports/compare-reports.ts";
import { findSoundAnchors } from "./reports/find-not-judged.ts";

/**
 * Findings on the untouched sites. The archives omit images and code, and thus also what pages import; every
 * other finding was checked by hand: see docs/checks.md.
 */
const expected = [
  [
    "mintlify-docs",
    "mintlify",
    { redirect: 13, "missing-import": 32, "duplicate-anchor": 137 },
    { "internal-link": 8, anchor: 1186, image: 774 },
    984,
  ],
  ["vite-docs", "plain", { "image-alt": 1, "heading-order": 1 }, { anchor: 283, image: 30 }, 0],
  [
    "jest-docs",
    "plain",
    { "internal-link": 1, anchor: 16, "image-alt": 21 },
    { "internal-link": 115, anchor: 388, image: 61 },
    0,
  ],
  ["fastapi-docs", "mkdocs", { "image-alt": 124, "heading-order": 1 }, { anchor: 4, image: 118 }, 151],
  ["starlight-docs", "plain", { "missing-import": 14, anchor: 4 }, { "internal-link": 357, anchor: 202 }, 0],
  ["nextra-docs", "plain", {}, { "internal-link": 32, anchor: 5, image: 62 }, 0],
  [
    "hugo-docs",
    "hugo",
    { "code-fence": 4, "undefined-reference": 3 },
    { "internal-link": 757, anchor: 2668 },
    0,
  ],
  [
    "mkdocs-material-docs",
    "mkdocs",
    { "internal-link": 9, image: 4, "code-fence": 1, "duplicate-anchor": 2, "image-alt": 8 },
    { anchor: 512 },
    83,
  ],
] as const;

const isHere = (corpus: Corpus | null | undefined) =>
  skipUnless(corpus != null, "the archives of real sites are not here");

const opened = expected.map(([name]) => openCorpus(name));
afterAll(() => {
  for (const corpus of opened) corpus?.remove();
});

function open(corpus: Corpus): Promise<Site> {
  return openSite({
    files: corpus.files,
    read: corpus.read,
    cache: createScanCache(),
  });
}

describe.each(expected.map((row, index) => [row[0], row, opened[index]] as const))(
  "%s",
  (_, [, generator, rules, unjudged, entries], corpus) => {
    it("has exactly the findings that its page explains", isHere(corpus), async () => {
      const site = await open(corpus!);
      const { findings, notJudged } = await checkSite(site);
      const counts: Record<string, number> = {};
      for (const { rule } of findings) counts[rule] = (counts[rule] ?? 0) + 1;
      expect(counts).toEqual(rules);
      const left: Record<string, number> = {};
      for (const { rule, links } of notJudged) left[rule] = (left[rule] ?? 0) + links;
      expect(left).toEqual(unjudged);
      expect(site.shape.generator).toBe(generator);
      expect(site.configuration.entries).toHaveLength(entries);
    });

    it("has no new finding after the most linked page has moved as planned", isHere(corpus), async () => {
      const site = await open(corpus!);
      const { findings, notJudged } = await checkSite(site);
      const soundAnchors = findSoundAnchors(site, notJudged);
      const from = mostLinked(site);
      if (from === null) return expect(unjudged).toHaveProperty("internal-link");
      const to = from.replace(/([^/]+)$/, "moved-$1");
      const plan = await planMove(site, from, to);
      const texts = new Map<string, Buffer>([
        [to, await corpus!.read(from)],
        ...plan.edits.map((edit) => [edit.path, Buffer.from(edit.text)] as const),
      ]);
      const read = async (path: string): Promise<Buffer> => {
        if (path === from) throw new Error("moved");
        return texts.get(path) ?? corpus!.read(path);
      };
      const moved = site.copy(read);
      await moved.update([from, ...texts.keys()]);
      expect(plan.edits).toContainEqual(expect.objectContaining({ what: expect.stringContaining("link") }));
      const before = { notJudged, soundAnchors };
      const after = await checkSite(moved, { newPaths: [to], before, oldPaths: new Map([[to, from]]) });
      const { new: added, fixed } = compareReports({ ...after, findings }, after, {
        renames: new Map([[from, to]]),
      });
      expect([added, fixed]).toEqual([[], []]);
    });
  },
);

/** Returns null if no link between two pages is judged. */
function mostLinked(site: Site): string | null {
  const counts = new Map<string, number>();
  for (const path of site.pages.keys()) {
    for (const found of resolutionsOf(site, path)) {
      if (found.kind !== "page" || found.path === path || !site.configuration.hasRoute(found.path)) continue;
      counts.set(found.path, (counts.get(found.path) ?? 0) + 1);
    }
  }
  const pages = [...counts].filter(([path]) => !/(?:index|README)\.mdx?$/.test(path));
  return pages.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0] ?? null;
}
