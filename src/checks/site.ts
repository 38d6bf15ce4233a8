import type { Heading, IncludeKind, PageLink } from "../markdown/page-scan.ts";
import type { SlugStyle } from "../markdown/slug-heading.ts";
import type { AddressModel } from "./address-model.ts";
import type { PageLint } from "./page-lint.ts";
import type { Fields } from "./read-fields.ts";
import type { RedirectTable } from "./redirect-table.ts";
import type { TargetParts } from "./split-target.ts";
import type { Finding, SiteShape } from "./types.ts";

/** A place in a file of the repository. Offsets in UTF-16 code units, line and column 1-based. */
export interface Place {
  path: string;
  start: number;
  end: number;
  line: number;
  column: number;
}

export interface NavigationEntry {
  /** As written. */
  target: string;
  place: Place;
}

export interface Redirect {
  /** Routes as written, `:name` and `:name*` are wildcards; for MkDocs file paths below the docs folder. */
  from: string;
  to: string;
  /** The text of `to`. */
  place: Place | null;
  /** Its source stays an address of the site: links to it are right, and are not followed. */
  isTemporary?: true;
}

/** A redirect's source between its slashes: text, or a wildcard for one segment or many. */
export interface WildcardRedirect {
  parts: ({ text: string } | { name: string; isMany: boolean })[];
  to: string;
}

/** Where a move may write its redirect. */
export type RedirectHome =
  | { kind: "json-array"; path: string /** Offset of `[`. */; at: number; isEmpty: boolean }
  | { kind: "json-member"; path: string /** Offset behind the `{` of the file. */; at: number }
  | { kind: "yaml-map"; path: string; at: number; indent: string };

/** What the checks can know of a generator. */
export type Capability = "routing" | "heading-ids" | "navigation";

/** A page and what its file says; undefined: it is not read, or not there yet. */
export interface PlacedPage {
  path: string;
  facts: PageFacts | undefined;
}

/** How a generator gives pages their addresses, and how its links name them. */
export interface Routing {
  /**
   * The addresses at which the page is served, without the site's base, the one for links first; none: it has
   * no page of its own. Among `files` may be a translation that takes an address away.
   */
  addressesOf(page: PlacedPage, files: ReadonlySet<string>): string[];
  /** The page that would take in a file at this path, so that it had no address. Left out: no page does. */
  ownerOf?(path: string, files: ReadonlySet<string>): string | null;
  /** Where a target of `from` leads. Whatever it does not prove is `unjudged`. */
  resolve(site: Site, from: string, parts: TargetParts, kind: PageLink["kind"]): Resolution;
  /**
   * The path of a target of `from` that names `page`, in the style of `parts`; null when it cannot be known.
   * Either page may be one that is not there yet.
   */
  renderPath(site: Site, from: PlacedPage, parts: TargetParts, page: PlacedPage): string | null;
  /** The address of the folder that relative addresses of the page count from, with `/` at its end. */
  addressFolder(page: PlacedPage): string;
  /** Names of shortcodes and tags that stand for an address in a target, read by `splitTemplate`. */
  templates?: readonly string[];
  /** How files are put into pages; `folders` are what their paths count from, null: the page's own folder. */
  includes?: {
    kind: IncludeKind;
    folders: readonly string[] | null;
    /** The folder that `/` stands for. */
    root: string;
  };
  /** Whether addresses in attributes of shortcodes are links. */
  readsShortcodes?: boolean;
  /** Whether roles and tables of contents of Sphinx are targets here. */
  readsRoles?: boolean;
  /** Whether links of a part to files count from the part's own file, wherever it is shown. */
  readsPartFiles?: boolean;
  /** Where `#…` alone leads; left out: into the page itself. */
  resolveOwn?(site: Site, from: string, parts: TargetParts): Resolution;
  /** Whether a page has something by this name (without `#`) that is none of its ids. */
  hasName?(site: Site, page: string, name: string): boolean;
  /** Reads a target that is neither an address nor such a template; null: it is no target of the site's. */
  split?(target: string): TargetParts | null;
  /** The page that a navigation entry names, or null. */
  findEntry(site: Site, target: string): string | null;
  /** The entry's text for another page; null when it cannot be known. */
  renderEntry(site: Site, target: string, page: PlacedPage): string | null;
}

/** The ids that a page's headings get, explicit ones among them. */
export type HeadingIds = (headings: readonly Heading[], page: string, facts: PageFacts) => string[];

/** What a generator's own configuration says. */
export interface SiteConfiguration {
  generator: SiteShape["generator"];
  navigationFile: string | null;
  docsRoot: string;
  /** Files that must be read again when they change. */
  readFrom: string[];
  entries: NavigationEntry[];
  /** False: every page counts as reachable. */
  isNavigationKnown: boolean;
  /** Why what is not known is not, as the rest of a sentence after "because"; null: it is known. */
  unknown: Record<Capability, string | null>;
  /** Null: by the paths of the files, as `linkStyle` says. */
  routing: Routing | null;
  /** Null: each of `slugStyles` is right. */
  headingIds: HeadingIds | null;
  /** Whether a page has ids that neither its headings nor its text show. Left out: no page has. */
  hasOtherIds?(facts: PageFacts): boolean;
  /** Whether a text that Liquid includes is known to have no ids. Left out: no text is. */
  bringsNoIds?(include: string): boolean;
  /** Why pages cannot be parsed as MDX of today, after "because". Left out: they can. */
  otherMdx?: string | undefined;
  /** Whether the configuration says of an address that something else serves it. Left out: of none. */
  isServedElsewhere?(target: string, site: Site): boolean;
  /** What the beginning of an import stands for (`@site/`): a folder of the repository. */
  importRoots: Readonly<Record<string, string>>;
  redirects: Redirect[];
  redirectHome: RedirectHome | null;
  /** Where the generator keeps redirects in one instead. */
  redirectTable?: RedirectTable | null;
  /** Path prefixes of absolute links that the host adds ("/docs"). */
  basePaths: string[];
  /** Folders in which an absolute link may name a file; the first is the docs root. */
  staticRoots: string[];
  /** Routes below which pages are generated from API descriptions. */
  generatedRoutes: string[];
  /** Whether a folder without a page leads to one below it, by its address. Left out: none does. */
  leadsFromFolder?(route: string): boolean;
  slugStyles: SlugStyle[];
  /** How pages are linked: by route without extension, by file, or either. */
  linkStyle: "route" | "file" | "either";
  /** False: links are judged only as far as files and the site's own links prove where they lead. */
  isRoutingKnown: boolean;
  /** True when a page of this path has a route of its own. */
  hasRoute(path: string): boolean;
  /** True when this file is checked at all. */
  isChecked(path: string): boolean;
  /** True when a page need not stand in the navigation. */
  mayBeUnlisted(path: string): boolean;
  findings: Finding[];
}

export interface SiteContext {
  files: ReadonlySet<string>;
  read(path: string): Promise<Buffer>;
}

/** What the checks keep of one page; pure data of its bytes. */
export interface PageFacts {
  links: PageLink[];
  headings: Heading[];
  anchors: string[];
  componentTitles: string[];
  /** Markdown files that the page imports or includes, as written. */
  imports: string[];
  /** Anchors come from what is not in the file (API description, docstrings, includes). */
  hasUnknownAnchors: boolean;
  /** Labels and directives of MyST, which only Sphinx reads. */
  labels: string[];
  directives: string[];
  /**
   * Tags that make ids for some generators: `summary`, `Tabs`, `h1` to `h6`; `markdown` for `markdown=`
   * around headings.
   */
  idTags: string[];
  /** Names of what Liquid's `include` puts into the page. */
  includes: string[];
  /** A definition list: some generators and themes give ids to its terms. */
  hasDefinitions: boolean;
  /** `slug`, `id` and `permalink` of the front matter. */
  routeHints: { key: string; value: string }[];
  /** Fields of the front matter that some generators make addresses of. */
  fields: Fields;
  /** Addresses of the front matter, aliases among them. */
  addresses: string[];
  isHidden: boolean;
  lint: PageLint;
  frontMatterProblems: { line: number; column: number; message: string }[];
  /** Bytes. */
  size: number;
  /** Why the page has no other facts; null when it was read. */
  notRead: string | null;
}

/** Look-ups made again after every change. All paths are repository paths. */
export interface SiteIndex {
  /** Page paths without extension (`a/b`; `a` for `a/index`) → page. */
  routes: Map<string, string>;
  lowerRoutes: Map<string, string[]>;
  /** Addresses of `Routing` as `addressKey` writes them → page. */
  addresses: Map<string, string>;
  pagesByName: Map<string, string[]>;
  /** The last name of a route in lower case → routes. */
  routesByName: Map<string, string[]>;
  lowerFiles: Map<string, string[]>;
  filesByName: Map<string, string[]>;
  folders: Set<string>;
  anchors: Map<string, Set<string>>;
  /** Exact sources by normal route; then the ones with wildcards, in order. */
  redirects: {
    exact: Map<string, string>;
    wildcards: WildcardRedirect[];
    /** The first one that is not followed because those with wildcards are too long together. */
    unread: Redirect | null;
  };
  /** Pages and files of one name by language and version; filled when they are first asked for. */
  partitions: WeakMap<readonly string[], Map<string, string[]>>;
  /** Where redirects lead from a route; filled when it is first asked for. */
  followed: Map<string, string | null>;
  /** What each link of a page leads to, in the order of its links; filled when it is first asked for. */
  resolutions: Map<string, Resolution[]>;
}

/** A documentation site in memory. Not safe for concurrent `update`. */
export interface Site {
  files: Set<string>;
  pages: Map<string, PageFacts>;
  configuration: SiteConfiguration;
  index: SiteIndex;
  /**
   * As they were before the change: what is judged, and what is not, must not depend on what the change does
   * elsewhere.
   */
  filesBefore: ReadonlySet<string>;
  /** Of the pages among them, with and without `index`. */
  routesBefore: ReadonlySet<string>;
  /** Folders that directly held a page. */
  pageFoldersBefore: ReadonlySet<string>;
  /** Whether git ignores a path: what is missing there may be written before a build. */
  isIgnored(path: string): boolean;
  /**
   * Pages that were read again since the site was opened; null: how addresses lead to pages has changed as
   * well, or what there is.
   */
  touched: ReadonlySet<string> | null;
  /** What its own links prove of its addresses, before the change. */
  addresses: AddressModel;
  shape: SiteShape;
  read(path: string): Promise<Buffer>;
  /** Reads these paths again; one that cannot be read any more is gone. */
  update(changedPaths: readonly string[], signal?: AbortSignal): Promise<void>;
  /** The same site for a change of it, whose files `read` reads; the two share what neither changes. */
  copy(read: Site["read"]): Site;
}

/** What a link target names. `wanted` are the repository paths that were looked for, the likeliest first. */
export type Resolution =
  | { kind: "skipped" }
  | { kind: "page"; path: string; parts: TargetParts }
  | { kind: "file"; path: string; parts: TargetParts }
  | { kind: "redirect"; to: string; page: string | null; wanted: string[]; parts: TargetParts }
  | { kind: "generated"; parts: TargetParts }
  | { kind: "missing"; wanted: string[]; parts: TargetParts }
  /**
   * Where it leads cannot be known; `guesses` are the files that it may lead to. `isOutside`: to what stands
   * above the site, counted from the page's place.
   */
  | { kind: "unjudged"; isOutside?: true; guesses: string[]; parts: TargetParts };
