import type { Heading, PageLink } from "../../markdown/page-scan.ts";
import type { SlugStyle } from "../../markdown/slug-heading.ts";
import type { TargetParts } from "../links/split-target.ts";
import type { Finding, SiteShape, Translation } from "../types.ts";
import type { AddressModel } from "./address-model.ts";
import type { IncludeSettings } from "./include-settings.ts";
import type { LabelUse } from "./label-use.ts";
import type { MissingEntry, NavigationEntry } from "./navigation-entry.ts";
import type { PageFacts } from "./page-facts.ts";
import type { Place } from "./place.ts";
import type { OldAddressField, Redirect, RedirectHome, RedirectTable } from "./redirect-table.ts";
import type { Resolution } from "./resolution.ts";
import type { SiteIndex } from "./site-index.ts";

/** What the checks may know about a generator; `entries`: what those of the navigation name. */
export type Capability = "routing" | "heading-ids" | "navigation" | "entries";

/** A page with its facts, which are undefined if it is not read or does not exist yet. */
export interface PlacedPage {
  path: string;
  facts: PageFacts | undefined;
}

/** How a generator gives pages their addresses, and how its links name pages. */
export interface Routing {
  /**
   * Returns the addresses at which the page is served, without the site's base, the one for links first;
   * empty if it has no page of its own. A translation among `files` may take over an address.
   */
  addressesOf(page: PlacedPage, files: ReadonlySet<string>): string[];
  /** The first of them once a page has moved, where only what a menu names is one. Left out: as before. */
  addressOnceMoved?(page: PlacedPage, files: ReadonlySet<string>): string | undefined;
  /**
   * Whether a page is built in the place of another one that has the same address and comes first. Left out:
   * it is not.
   */
  replaces?(page: string, other: string, files: ReadonlySet<string>): boolean;
  /** The page that would take in a file at this path, so that it had no address. Left out: no page does. */
  ownerOf?(path: string, files: ReadonlySet<string>): string | null;
  /**
   * The folder in which the build needs a page, and would find none with this one at `to` (null: nowhere).
   * Left out: there is no such folder.
   */
  onlyPageOf?(page: string, to: string | null, files: ReadonlySet<string>): string | null;
  /** Why the build would end with the page at `to`. Left out: it is not known to. */
  refusesAt?(page: PlacedPage, to: string): string | null;
  /** Files that the page can take by their names, because they lie beside it. Left out: no page can. */
  ownFiles?(page: string, files: ReadonlySet<string>): string[];
  /** Translations that a page needs, or is shown with, once it is at `to`. Left out: none. */
  translationsOf?(from: string, to: string, files: ReadonlySet<string>): Translation[];
  /** Whether redirects that name the page's file lead to its address. Left out: they do. */
  isReachedByFile?(path: string, files: ReadonlySet<string>): boolean;
  /** Where a target of `from` leads. Whatever it does not prove is `unjudged`. */
  resolve(site: Site, from: string, parts: TargetParts, kind: PageLink["kind"]): Resolution;
  /**
   * Returns the path of a target of `from` that names `page`, in the style of `parts`; null if it cannot be
   * known. Either page may not exist yet.
   */
  renderPath(site: Site, from: PlacedPage, parts: TargetParts, page: PlacedPage): string | null;
  /** Where a link of a menu page leads as an item; null: as any other link. Left out: so do all. */
  resolveItem?(site: Site, from: string, parts: TargetParts): Resolution | null;
  /** Returns the folder address that the page's relative addresses are resolved from, with a trailing `/`. */
  addressFolder(page: PlacedPage): string;
  /** Names of shortcodes and tags that stand for an address in a target, read by `splitTemplate`. */
  templates?: readonly string[];
  includes?: IncludeSettings | undefined;
  /** Whether addresses in attributes of shortcodes are links. */
  readsShortcodes?: boolean;
  /** What the links that front matter holds as `field` are built like. Left out: they are no links. */
  fieldLinks?: "link" | "href" | "field";
  /** Whether `./a` in such a `field` counts from the page's address. Left out: it is not judged. */
  countsFieldsFromPage?: boolean;
  /** Whether a text in `prev` or `next` is what the link shows, and no address. */
  showsNeighbours?: boolean;
  /** Whether links of components are built differently from those of HTML. */
  readsComponents?: boolean;
  /** Labels that the page's headings are, as they are compared. Left out: they are none. */
  sectionLabelsOf?(path: string, facts: PageFacts): string[];
  /** Labels, as they are compared, that files other than pages name. Left out: none do. */
  labelUses?: ReadonlyMap<string, readonly LabelUse[]>;
  /** Whether roles and tables of contents of Sphinx are targets here. */
  readsRoles?: boolean;
  /** Whether the page has no address because it is shown in the place of another one. Left out: none is. */
  isTranslation?(path: string): boolean;
  /** Whether links to files in a part are relative to the part's own file, wherever it is shown. */
  readsPartFiles?: boolean;
  /** Whether links of a part without an address count from the pages that include it. */
  countsFromHolder?: boolean;
  /** Returns where `#…` alone leads; if omitted, into the page itself. */
  resolveOwn?(site: Site, from: string, parts: TargetParts): Resolution;
  /** Another path by which a page names a file, such as one without an ending. Left out: none. */
  namedAs?(from: string, path: string, files: ReadonlySet<string>): string;
  /** Whether a page has something by this name (without `#`) besides its ids. */
  hasName?(site: Site, page: string, name: string): boolean;
  /** Parses a target that is neither an address nor such a template; null if it is no target of the site. */
  split?(target: string): TargetParts | null;
  /** Returns the page that a navigation entry names, or null. */
  findEntry(site: Site, target: string): string | null;
  /** Returns the entry's text for another page; null if it cannot be known. */
  renderEntry(site: Site, target: string, page: PlacedPage): string | null;
}

/** Pages read on the code host, with where their links lead there. */
export interface PagesBeside extends Pick<Routing, "resolve"> {
  has(path: string): boolean;
  /** If false, only targets that a change takes away are reported. */
  isJudged(path: string): boolean;
}

/** Returns the ids of a page's headings, including explicit ones. */
export type HeadingIds = (headings: readonly Heading[], page: string, facts: PageFacts) => string[];

/** Settings from a generator's own configuration. */
export interface SiteConfiguration {
  generator: SiteShape["generator"];
  navigationFile: string | null;
  docsRoot: string;
  /** Further files of the same kind, which it takes settings from. Left out: none. */
  inheritedFiles?: readonly string[];
  /** Files that must be read again if they change. */
  readFrom: string[];
  entries: NavigationEntry[];
  /** Whether `[[name]]` links to the file of that name. Left out: it is text. */
  readsWikilinks?: boolean;
  /** Whether lists of this page are menus, whose items need their pages. Left out: of none. */
  isMenuPage?(path: string): boolean;
  /** Whether pages of the site may show Markdown in its folder that has no page. Left out: they do not. */
  showsLeftOut?: boolean;
  /** Texts of the configuration that pages may show, with links in them. Left out: none. */
  sharedTexts?: Omit<Place, "line" | "column">[];
  /** Folders of templates that the site adds to its theme; no rule reads their links. Left out: none. */
  templateFolders?: readonly string[];
  /** Whether what stands there in a file that no rule reads is looked up by its path. Left out: it is not. */
  namesByPath?(file: string, text: string, start: number): boolean;
  /** Why not every entry is judged, after "because". Left out: each is. */
  openEntries?: string | undefined;
  /** Texts of menus that lead nowhere: patterns of where a menu is shown, its name. Left out: none. */
  menuPatterns?: Place[];
  /** If false, every page counts as reachable. */
  isNavigationKnown: boolean;
  /**
   * Whether only links and entries lead readers to pages, those of menu pages included; a function says which
   * pages are reached otherwise. Left out: they do not.
   */
  isReachedByLinks?: true | ((site: Site, page: string) => boolean);
  /** Whether a page to which no link or entry leads any more is reached all the same. Left out: all are. */
  staysReached?(site: Site, page: string): boolean;
  /** Why a capability is unknown, to continue a sentence after "because"; null if it is known. */
  unknown: Record<Capability, string | null>;
  /** Why single links are not judged, after "because". */
  whyUnproved?: string | null;
  /** Null if addresses follow the paths of the files, as `linkStyle` says. */
  routing: Routing | null;
  /** Null if each of `slugStyles` is right. */
  headingIds: HeadingIds | null;
  /** The hash (decoded, without `#`) that a link of this kind has once it is built. Left out: the same. */
  builtHash?(hash: string, kind: PageLink["kind"]): string;
  /** Titles of components that become ids as well, in one of `slugStyles`. Left out: none. */
  titlesWithIds?(titles: PageFacts["componentTitles"]): string[];
  /** Whether ids that the page's text writes, besides those of headings, are built. Left out: they are. */
  buildsTextIds?(facts: PageFacts): boolean;
  /** Ids that layouts may give to any page. Left out: none are known. */
  layoutIds?: ReadonlySet<string>;
  /** Whether a page has ids that neither its headings nor its text show. If omitted, no page has. */
  hasOtherIds?(facts: PageFacts, path: string): boolean;
  /** Whether one of `includes` is known to have no ids; if omitted, none is. */
  bringsNoIds?(include: string): boolean;
  /** Why pages cannot be parsed as MDX of today, after "because". Left out: they can. */
  otherMdx?: string | undefined;
  /** Whether all pages are MDX, which reads Markdown in HTML. Left out: those of Markdown are CommonMark. */
  readsMdx?: boolean;
  /** Whether Markdown in an element is text up to its closing tag. Left out: up to a blank line. */
  readsNoMarkdownInElements?: boolean;
  /** Whether pages of Markdown become components of Vue, whose scripts import. Left out: they do not. */
  readsScripts?: boolean;
  /** Folder from which relative imports in the page's script count. Left out: the page's own. */
  importFolder?(page: PlacedPage): string;
  /** Whether the configuration says of an address that something else serves it. Left out: of none. */
  isServedElsewhere?(target: string, site: Site): boolean;
  /** Whether an anchor may name a heading although it is none of the ids that are known. Left out: none. */
  namesHeading?(page: string, hash: string): boolean;
  /** Start of an import (`@site/`) → folder of the repository. */
  importRoots: Readonly<Record<string, string>>;
  redirects: Redirect[];
  /**
   * A redirect hides a page at its source, and of several the first one counts. Left out: it does not, or is
   * not known to.
   */
  redirectsComeFirst?: boolean;
  redirectHome: RedirectHome | null;
  /** Why there is no home, to stand behind a colon. Left out: no file for redirects is known. */
  whyNoRedirects?: string;
  /**
   * Returns the addresses from which a function of the configuration leads to one. Null: it is not known from
   * which. Left out: there is no such function.
   */
  makeOldAddresses?: ((address: string) => string[]) | null | undefined;
  /** Absent or null: the generator reads no earlier addresses in pages. */
  oldAddressField?: OldAddressField | null;
  /** Path of an address of `routing` at a static host, below `base` (null: unknown). Left out: unknown. */
  served?: { base: string | null; pathOf(address: string): string };
  /** Table of redirects, for generators that keep them in one. */
  redirectTable?: RedirectTable | null;
  /** Path prefixes that the host adds to absolute links ("/docs"). */
  basePaths: string[];
  /** Host that the configuration names as the site's own. Absent or null: none is known. */
  ownHost?: string | null;
  /** Folders in which an absolute link may name a file; the first is the docs root. */
  staticRoots: string[];
  /** Routes below which pages are generated from what is not read, such as API descriptions elsewhere. */
  generatedRoutes: string[];
  /**
   * Paths below the docs root, in lower case, of what the generator makes without a file: pages (without an
   * ending) of API descriptions, and files. Left out: nothing.
   */
  generatedPages?: ReadonlySet<string>;
  /** Whether a folder without a page, given by its address, leads to one below it. Left out: none does. */
  leadsFromFolder?(route: string, routes: ReadonlyMap<string, string>): boolean;
  slugStyles: SlugStyle[];
  /** How pages are linked: by route without extension, by file, or either. */
  linkStyle: "route" | "file" | "either";
  /** What the generator reads although others take it for code. Left out: nothing. */
  textFences?: PageLink["inFence"];
  /** The address of a page with `.md` after it leads to the page's text. */
  servesMarkdown?: boolean;
  /** If false, links are judged only as far as files and the site's own links prove where they lead. */
  isRoutingKnown: boolean;
  /** Whether a page of this path has a route of its own. */
  hasRoute(path: string): boolean;
  isChecked(path: string): boolean;
  /** Whether no build reads the file, as one of an old version: what it names is no page of the site. */
  isUnused?(path: string): boolean;
  /** Pages that the site does not publish, but the code host shows. Left out: there are none. */
  beside?: PagesBeside;
  /** Whether a page need not be in the navigation. */
  mayBeUnlisted(path: string): boolean;
  /**
   * The entry that the menu of a folder needs to show a page at this path; null if it needs none. Left out:
   * folders have no menus that are written out.
   */
  missingEntry?(path: string): MissingEntry | null;
  findings: Finding[];
}

export interface SiteContext {
  files: ReadonlySet<string>;
  read(path: string): Promise<Buffer>;
}

/** A documentation site in memory. Not safe for concurrent `update`. */
export interface Site {
  files: Set<string>;
  pages: Map<string, PageFacts>;
  configuration: SiteConfiguration;
  index: SiteIndex;
  /** Files before the change: what it does elsewhere must not decide what is judged. */
  filesBefore: ReadonlySet<string>;
  /** Routes of the pages among them, with and without `index`. */
  routesBefore: ReadonlySet<string>;
  /** Those of `routesBefore` at which the generator published a page. */
  publishedBefore: ReadonlySet<string>;
  /** Addresses at which it did, as in `index.addresses`. */
  addressesBefore: ReadonlyMap<string, string>;
  /** Folders that directly contained a page. */
  pageFoldersBefore: ReadonlySet<string>;
  /** Whether a missing file may be there in a build: ignored by git, in a submodule or behind a link. */
  isIgnored(path: string): boolean;
  /** Whether the site's host leads this address elsewhere. */
  isRedirected(address: string): boolean;
  /** Slugs of the headings that changed pages had when the site was opened. */
  headingsBefore: Map<string, ReadonlySet<string>>;
  /** Pages read again since the site was opened; null if files, or the way to pages, have changed as well. */
  touched: ReadonlySet<string> | null;
  /** What the site's own links, before the change, prove about its addresses. */
  addresses: AddressModel;
  shape: SiteShape;
  read(path: string): Promise<Buffer>;
  /** Reads these paths again; one that can no longer be read is removed. */
  update(changedPaths: readonly string[], signal?: AbortSignal): Promise<void>;
  /** Copies the site for a change whose files `read` reads; the two share what neither changes. */
  copy(read: Site["read"]): Site;
}
