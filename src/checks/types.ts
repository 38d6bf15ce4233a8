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
  /** Wrong text (link target, navigation entry, image source), as written in the file. */
  target?: string;
  /**
   * What the target names: a repository path, and the query or anchor after it. A move changes how it is
   * written, but not the subject.
   */
  subject?: { path: string; rest: string };
  suggestion?: Suggestion;
  /** Several possible repairs, if none is certain. */
  candidates?: string[];
  /**
   * Set for a link that may lead to these pages and is not judged; `keepId`, written after the heading, keeps
   * the anchor.
   */
  guess?: { pages: string[]; keepId: string | null };
  /** Why git's history was not searched for a repair, to continue a sentence after "because". */
  historyUnread?: string;
  /** Set if the rule itself found the same kind of error in the version before the change. */
  preexisting?: true;
}

export type GeneratorName =
  | "mintlify"
  | "vitepress"
  | "vuepress"
  | "docusaurus"
  | "starlight"
  | "nextra"
  | "fumadocs"
  | "rspress"
  | "mkdocs"
  | "sphinx"
  | "mystmd"
  | "docsify"
  | "mdbook"
  | "hugo"
  | "gitbook"
  | "jekyll"
  | "github"
  | "plain";

export interface SiteShape {
  generator: GeneratorName;
  /** File that holds the navigation, or null. */
  navigationFile: string | null;
  /** Folder of the documentation below the repository root, "" for the root itself. */
  docsRoot: string;
  pageCount: number;
}

/** Links of a rule that were not judged: they count neither as broken nor as sound. */
export interface NotJudged {
  rule: "internal-link" | "anchor" | "image";
  links: number;
  /** If false, the other links of the rule are judged. */
  isWhole: boolean;
  /** Set if only links of pages that the site does not publish are meant. */
  isOutside?: true;
  /** Set if only links on pages of these languages and versions, as `partitionOf` names them, are meant. */
  partitions?: readonly string[];
  /** "links not judged here: …, because …" */
  reason: string;
}

/** A rule that judged nothing. */
export interface UnjudgedRule {
  rule: Rule;
  /** A sentence without its full stop. */
  reason: string;
}

export interface CheckReport {
  findings: Finding[];
  /** With the findings of rules that are not judged, in no order. */
  found?: Finding[];
  /** What could not be judged on the site before the change. */
  notJudged: NotJudged[];
  unjudged: UnjudgedRule[];
  /** Rules that cannot judge everything in their scope, besides those of `notJudged`. */
  partly: UnjudgedRule[];
  site: SiteShape;
  durationMs: number;
}

export interface CheckComparison {
  new: Finding[];
  fixed: Finding[];
  preexisting: Finding[];
  /** New findings that block nothing. */
  warnings: Finding[];
  /** Findings that disappeared with their text: nothing was repaired. */
  removed: Finding[];
}

/** A change of one file required by a move or a deletion; `text` is the whole new text. */
export interface PlannedEdit {
  path: string;
  text: string;
  /** Description for people: "2 links", "navigation", "redirect". */
  what: string;
}

/** A link to a page, or one that may lead there. */
export interface InboundLink {
  path: string;
  line: number;
  target: string;
  /** True if it may point there but is not judged. */
  isGuess?: boolean;
  /** Set for an entry of a menu that no edit takes out. */
  stays?: true;
  /** Set where the page is looked up by the path of its file, so that no redirect helps. */
  isByPath?: true;
}

/**
 * A page that moves, or is deleted, with another one: `to` is null if it stays, and `ifLeft` says what that
 * means.
 */
export interface Translation {
  from: string;
  to: string | null;
  /** Left out: the page is shown only beside the other one, which cannot move without it. */
  ifLeft?: string;
  /** Whether it is in the main language, so that others move with it. */
  isMain?: true;
  /** Why the page is held back where this one stays. Left out: language menus lead to the page. */
  because?: string;
  /** Whether it stays, instead of holding the page back, if it cannot follow. */
  mayStay?: true;
}

export interface MovePlan {
  edits: PlannedEdit[];
  /** Links that may lead to the page or from it, and that the edits do not change. */
  unclear: InboundLink[];
  /** What could not be done automatically, and why. */
  notes: string[];
  /** Why the move is not to be made at all. */
  refusal?: string;
  /** Those that have to move before the page. */
  firstMoves?: Translation[];
}

export interface DeletePlan {
  /** Links and navigation entries that point at the page. */
  inbound: InboundLink[];
  /** Edits that remove the navigation entries. */
  edits: PlannedEdit[];
  notes: string[];
  translations?: Translation[];
}
