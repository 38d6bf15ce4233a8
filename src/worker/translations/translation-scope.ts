import type { LanguageState, StalePage } from "../../translations/find-stale-translations.ts";

/** What a turn that updates translations may do. */
export interface TranslationScope {
  languages: readonly LanguageState[];
  /** Pages to update, by path. */
  pages: ReadonlyMap<string, StalePage>;
  /** Number of stale pages left to another turn. */
  left: number;
  /** Paths of pages with more stale text than one turn can take. */
  tooLong: readonly string[];
  /** Records that only Copydesk itself writes, by path. */
  records: Map<string, string>;
}
