export type SpanKind =
  | "front-matter"
  | "code-block"
  | "inline-code"
  | "link-target"
  | "url"
  | "html-tag"
  | "import-export"
  | "comment"
  | "expression"
  | "directive";

/** A piece of the page that is not prose. UTF-16 offsets. */
export interface Span {
  kind: SpanKind;
  start: number;
  end: number;
}

/** Kinds of files that some generators insert into a page; `quoted-…` are comments and templates in code. */
export type IncludeKind =
  | (
      | "myst-include"
      | "book-include"
      | "snippet"
      | "template-include"
      | "quoted-template-include"
      | "liquid-include"
    )
  | ("comment-include" | "quoted-comment-include" | "code-include" | "title-include" | "tag-include")
  | ("markdown-include" | "jinja-include");

export interface PageLink {
  /**
   * `href` is an attribute of HTML, `prop` one of a component. `document` and `label` are targets of
   * Sphinx's roles and tables of contents, `field` is one of the front matter, and `spaced` is the name of
   * a file with spaces, which is a target to Python-Markdown only. `card` is the target of a card, which is
   * a file to mystmd only, `any` a page, a label or a name in code to Sphinx only, and `doc-id` what the
   * front matter names a page by, which only Docusaurus reads. `wikilink` is the name of a file in
   * `[[name]]`.
   */
  kind:
    | ("link" | "image" | "definition" | "href" | "prop" | "src" | "field" | "shortcode" | "spaced")
    | ("document" | "label" | "any" | "card" | "doc-id" | "wikilink" | IncludeKind);
  /** Exactly the text between `start` and `end`. */
  target: string;
  start: number;
  end: number;
  /** 1-based. */
  line: number;
  column: number;
  /** The link's Markdown text (at most 500 characters), "" for attributes. */
  text: string;
  /** Set for a definition whose label nothing on the page uses, so that no reader sees it. */
  isUnused?: true;
  /** Name of the component whose attribute it is. */
  component?: string;
  /** Set for an include whose links count from the included file all the same, or are shown as code. */
  keepsLinks?: true;
  /** Set for a file that the page shows: `![[name]]`. */
  isEmbedded?: true;
  /** Set for a path that a component of the site's own may read in its own way. */
  isForOwnCode?: true;
  /** Set for Markdown in a block of HTML: CommonMark shows it as text, MDX reads it. */
  isInHtml?: true;
  /** Set for Markdown in an element that is not closed yet: text to Python-Markdown and kramdown. */
  isInElement?: true;
  /** Set for what is code to others: Markdown in fences of MyST and mdbook-admonish, and indented HTML. */
  inFence?: "myst" | "admonish" | "html";
}

export interface Heading {
  level: number;
  /** Without Markdown marks. */
  text: string;
  /** The explicit id, else the slug of the text by GitHub's slugger, with `-1` for a duplicate. */
  slug: string;
  explicitId: string | null;
  /** Source of the heading, without its marks. */
  source: string;
  start: number;
  /** 1-based. */
  line: number;
  /** Set if spaces stand before its marks, in no list: text to Python-Markdown. */
  isIndented?: boolean;
  /** Set if `#` close it. */
  isClosed?: boolean;
  /** Set if an element around it is not closed yet: text to Python-Markdown and kramdown. */
  isInElement?: true;
  /** Set if nothing but lines of spaces ends the block of HTML above it: text to early versions of marked. */
  isBehindHtml?: true;
  /** Id of a list of attributes (`{: #id}`) in the line below or above it, which only kramdown reads. */
  idBeside?: string;
}

export interface PageScan {
  /** Sorted, not overlapping. */
  spans: Span[];
  /** In the order of the text. */
  links: PageLink[];
  headings: Heading[];
  /** Ids written by hand: `id=`, `<a name=>`, `{#id}`. */
  anchors: string[];
  /** Titles of components, from which some generators make anchors. */
  componentTitles: { tag: string; value: string }[];
  frontMatter: {
    start: number;
    end: number;
    contentStart: number;
    contentEnd: number;
    /** 'yaml', or the word after the dashes ('js', 'json', 'toml'). */
    language: string;
  } | null;
  /** `[text][label]` and `[label][]` without a definition on the page; offsets of the whole reference. */
  undefinedReferences: { label: string; start: number }[];
  /** Number of all such references, with a definition or without. */
  referenceCount: number;
  /** Offsets of fences that are never closed, or not before another opening fence. */
  openFences: number[];
  /**
   * Whether a fence ends in another column than it begins, or a line of it stands before it: no fence, or a
   * longer one, to Python-Markdown.
   */
  hasUnevenFence: boolean;
  /** Whether tags, links and expressions may be missing, as looking for all of them would take too long. */
  isPartlyRead: boolean;
  isMdx: boolean;
}

export function isInclude(kind: PageLink["kind"]): kind is IncludeKind {
  return kind === "snippet" || kind.endsWith("-include");
}

/** Whether only generators that know such targets read them. */
export function isNamed(kind: PageLink["kind"]): boolean {
  return /^(?:field|shortcode|spaced|document|label|any)$/.test(kind) || isInclude(kind);
}
