import type { Pause } from "./create-pause.ts";
import type { PageFacts, Site } from "./site.ts";
import type { KnownWords } from "./spelling/known-words.ts";
import type { Finding, Rule } from "./types.ts";

/** What every rule gets. Rules read; they change nothing. */
export interface CheckInput {
  site: Site;
  /** Paths that did not exist before the change. */
  newPaths: readonly string[];
  /** Of a change; empty for a site as it stands. */
  changedPaths: readonly string[];
  /** Paths now → old paths, of pages that have moved. */
  oldPaths: ReadonlyMap<string, string>;
  /** Null: nothing is compared with the site before a change. */
  knownWords: KnownWords | null;
  pause: Pause;
  /** Nothing of this rule can be judged here; `reason` is a sentence without its full stop. */
  leaveOut(rule: Rule, reason: string): void;
}

export type CheckRule = (input: CheckInput) => Promise<Finding[]>;

/**
 * A rule that finds on a page what follows from this page and from those that it links to or includes;
 * `pages` are those that it has to look at.
 */
export type PageRule = (input: CheckInput & { pages: ReadonlyMap<string, PageFacts> }) => Promise<Finding[]>;
