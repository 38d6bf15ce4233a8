import type { Heading, IncludeKind, PageLink } from "../../markdown/page-scan.ts";
import type { PageLint } from "../pages/page-lint.ts";
import type { Fields } from "../pages/read-fields.ts";

export interface PagePart {
  kind: IncludeKind;
  /** As written. */
  target: string;
  start: number;
  /** False if the page takes some of its lines only. */
  isWhole: boolean;
}

/** Facts that the checks keep about one page; a pure function of its bytes. */
export interface PageFacts {
  links: PageLink[];
  headings: Heading[];
  /** Further lines that are headings to Python-Markdown only; they have a source and no text. */
  tightHeadings: Heading[];
  anchors: string[];
  componentTitles: { tag: string; value: string }[];
  /** Headings in HTML: what a reader sees of each, with the spaces around; null where that is not certain. */
  htmlHeadings: { text: string | null; start: number }[];
  /** Titles of the tabs of pymdownx; `below` is the start of the heading above, not set in included files. */
  tabTitles: { text: string; start: number; below?: number | null }[];
  /** Markdown files that the page imports or includes, as written, with the part that is taken of one. */
  imports: string[];
  /** Parts that comments name: their lines, counted from 0, the last one left out. */
  regions: { name: string; from: number; to: number }[];
  /** Code of the site's own, or of its theme, that the page imports, as written: it may show anything. */
  ownCode: string[];
  /** Files of Markdown that some generators put in the place of a line or a tag, with their headings. */
  parts: PagePart[];
  /** True if anchors come from outside the file in other ways (API description, docstrings). */
  hasUnknownAnchors: boolean;
  /** A fence that Python-Markdown reads as none, or as a longer one. */
  hasUnevenFence: boolean;
  /** Labels and directives of MyST, which only Sphinx reads. */
  labels: string[];
  directives: string[];
  /**
   * Tags that make ids for some generators: `summary`, `Tabs`, `h1` to `h6`; `markdown` for `markdown=`
   * around headings; `===` for tabs of pymdownx, `:::` for blocks, `+++` and `>>>` for tabs and steps of
   * Retype.
   */
  idTags: string[];
  /** Names of what Liquid's `include` puts into the page, and Hugo's shortcodes behind their `<` or `%`. */
  includes: string[];
  /** A definition list: some generators and themes give ids to its terms. */
  hasDefinitions: boolean;
  /** `slug`, `id` and `permalink` of the front matter. */
  routeHints: { key: string; value: string }[];
  /** Fields of the front matter from which some generators make addresses. */
  fields: Fields;
  /** Addresses in the front matter, including aliases. */
  addresses: string[];
  hasFrontMatter: boolean;
  isHidden: boolean;
  lint: PageLint;
  frontMatterProblems: { line: number; column: number; message: string; isTolerated?: true }[];
  /** Size in bytes. */
  size: number;
  /** Why the page has no other facts, "" if a symbolic link is in its place; null if it was read. */
  notRead: string | null;
}
