import type { Pause } from "./create-pause.ts";
import type { PageFacts } from "./model/page-facts.ts";
import type { Site } from "./model/site.ts";
import type { ProvenAnchors } from "./pages/prove-anchors.ts";
import type { KnownWords } from "./spelling/known-words.ts";
import type { Finding, Rule } from "./types.ts";

/** Input of every rule. Rules only read it. */
export interface CheckInput {
  site: Site;
  /** The site before the change; `site` itself for a site as it stands. */
  siteBefore: Site;
  /** Paths that did not exist before the change. */
  newPaths: readonly string[];
  /** Paths changed by the change; empty for a site as it stands. */
  changedPaths: readonly string[];
  /** Current path → old path, for pages that have moved. */
  oldPaths: ReadonlyMap<string, string>;
  /** Null if nothing is compared with the site before a change. */
  knownWords: KnownWords | null;
  /** Null if nothing is compared with the site before a change. */
  provenAnchors: ProvenAnchors | null;
  pause: Pause;
  /** Reports that nothing of this rule can be judged here; `reason` is a sentence without its full stop. */
  leaveOut(rule: Rule, reason: string): void;
  /** Reports that some of this rule's subjects cannot be judged here. */
  leavePartOut(rule: Rule, reason: string): void;
}

export type CheckRule = (input: CheckInput) => Promise<Finding[]>;

/**
 * A rule whose findings on a page depend only on this page and on those that it links to or includes; `pages`
 * are those that it must examine.
 */
export type PageRule = (input: CheckInput & { pages: ReadonlyMap<string, PageFacts> }) => Promise<Finding[]>;
