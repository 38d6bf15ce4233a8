import type { LanguageState, StalePage } from "../../translations/find-stale-translations.ts";

/** What a turn that brings translations up to date may do. */
export interface TranslationScope {
  languages: readonly LanguageState[];
  /** What the turn is about, by its path. */
  pages: ReadonlyMap<string, StalePage>;
  /** How many stale pages are left to another turn. */
  left: number;
  /** Paths of pages with more stale text than one turn can take. */
  tooLong: readonly string[];
  /** What Copydesk itself writes, by its path: nobody else writes it. */
  records: Map<string, string>;
}
