import { expect, test } from "vitest";
import type { StalePage } from "../../translations/find-stale-translations.ts";
import { describeLeft } from "./describe-left.ts";
import type { TranslationScope } from "./translation-scope.ts";

const state = { language: "de", current: 1, stale: [], unknown: [], record: null, isRecordBroken: false };
const scope = { languages: [state], pages: new Map(), left: 0, tooLong: [], records: new Map() };
const page = { language: "de", source: "a.md", reason: "the clone is shallow and has one commit of it" };
const unknown = Array.from({ length: 12 }, (_, n) => ({ ...page, path: `de/${n}\`.md` }));

test.each<[Partial<TranslationScope>, string]>([
  [{}, "de: no translation is known to be stale; up to date: 1 page."],
  [
    { left: 3, pages: new Map([["de/a.md", {} as StalePage]]) },
    "Left to the next turn of this kind: 3 pages.",
  ],
  [{ languages: [] }, "There are no translations in the languages that were asked for."],
  [
    { tooLong: ["de/a.md"] },
    "There is more stale text than one turn can take, so update by hand: `de/a.md`.",
  ],
])("%j is described", (part, text) => {
  expect(describeLeft({ ...scope, ...part })).toBe(text);
});

test("unknown pages are listed with the reason and the first of them", () => {
  const text = describeLeft({ ...scope, languages: [{ ...state, unknown }] });
  expect(text).toContain("of 12 pages it is not known whether they are stale, because the clone is shallow");
  expect(text).toContain("`de/0'.md`, `de/1'.md`");
  expect(text).toMatch(/`de\/9'\.md` and others\.$/);
});
