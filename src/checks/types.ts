import type { Rule } from "../schemas/check-rules.ts";

export type { Rule } from "../schemas/check-rules.ts";

/** An unambiguous repair: in `path`, at the finding's place, the text `old` becomes `new`. */
interface Suggestion {
  old: string;
  new: string;
  /** Why it is right, e.g. "moved in git", "wrong case", "redirect known to the site". */
  because: string;
}

export interface Finding {
  rule: Rule;
  /** Path in the repository, with `/`. */
  path: string;
  /** 1-based. */
  line: number;
  /** 1-based, in UTF-16 code units. */
  column: number;
  message: string;
  /** The text that is wrong (link target, navigation entry, image source), as written in the file. */
  target?: string;
  /**
   * What the target names: a repository path, and the query or anchor after it. A move changes how that is
   * written, not what it is.
   */
  subject?: { path: string; rest: string };
  suggestion?: Suggestion;
  /** Several possible repairs, when none is certain. */
  candidates?: string[];
  /**
   * A link that may lead to these pages, which is not judged; `keepId` is what keeps the anchor when it
   * stands behind the heading.
   */
  guess?: { pages: string[]; keepId: string | null };
  /** Why git's history was not asked for a repair, as the rest of a sentence after "because". */
  historyUnread?: string;
  /** The rule itself compared with the version before the change and found the same kind of error there. */
  preexisting?: true;
}

export type GeneratorName =
  | "mintlify"
  | "vitepress"
  | "docusaurus"
  | "starlight"
  | "nextra"
  | "mkdocs"
  | "sphinx"
  | "mdbook"
  | "hugo"
  | "gitbook"
  | "jekyll"
  | "github"
  | "plain";

export interface SiteShape {
  generator: GeneratorName;
  /** The file that holds the navigation, or null. */
  navigationFile: string | null;
  /** Folder of the documentation below the repository root, "" for the root itself. */
  docsRoot: string;
  pageCount: number;
}

/** Links of a rule that were not judged: neither broken nor sound, so that they count nowhere. */
export interface NotJudged {
  rule: "internal-link" | "anchor" | "image";
  links: number;
  /** False: the other links of the rule are judged. */
  isWhole: boolean;
  /** Only links of pages that the site does not publish. */
  isOutside?: true;
  /** "links not judged here: …, because …" */
  reason: string;
}

/** A rule of which nothing was judged. */
export interface UnjudgedRule {
  rule: Rule;
  /** A sentence without its full stop. */
  reason: string;
}

export interface CheckReport {
  findings: Finding[];
  /** What could not be judged on the site as it was before the change. */
  notJudged: NotJudged[];
  unjudged: UnjudgedRule[];
  site: SiteShape;
  durationMs: number;
}

export interface CheckComparison {
  new: Finding[];
  fixed: Finding[];
  preexisting: Finding[];
  /** New ones that hold nothing back. */
  warnings: Finding[];
  /** Gone with the text that they were in: nothing was repaired. */
  removed: Finding[];
}

/** A change of one file that follows from a move or a deletion; `text` is the whole new text. */
export interface PlannedEdit {
  path: string;
  text: string;
  /** What changed, for people: "2 links", "navigation", "redirect". */
  what: string;
}

/** A link to a page, or one that may lead there. */
export interface InboundLink {
  path: string;
  line: number;
  target: string;
  /** It may point there; where it leads is not judged. */
  isGuess?: boolean;
}

export interface MovePlan {
  edits: PlannedEdit[];
  /** Links that may lead to the page or from it, and that the edits leave as they are. */
  unclear: InboundLink[];
  /** What could not be done by itself and why. */
  notes: string[];
  /** Why the move is not to be made at all. */
  refusal?: string;
}

export interface DeletePlan {
  /** Links and navigation entries that point at the page. */
  inbound: InboundLink[];
  /** Edits that take the navigation entries out. */
  edits: PlannedEdit[];
  notes: string[];
}
