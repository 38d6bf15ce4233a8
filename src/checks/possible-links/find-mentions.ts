import { posix } from "node:path";
import type { PageScan } from "../../markdown/page-scan.ts";
import { scanPage } from "../../markdown/scan-page.ts";
import { trimCharacters } from "../../text/trim-characters.ts";
import type { Pause } from "../create-pause.ts";
import { resolutionsOf } from "../links/resolve-link.ts";
import { isPagePath, routeKey } from "../model/build-index.ts";
import type { Place } from "../model/place.ts";
import type { Site } from "../model/site.ts";
import { areMenusUnread } from "./are-menus-unread.ts";
import { mayName, type NamedFile } from "./may-name.ts";
import type { OpenLinks } from "./open-links.ts";
import { countShared, squeezeName } from "./path-names.ts";
import { type Token, tokensOf } from "./tokens-of.ts";
import { isOtherCode, isUnreadMarkup } from "./unread-markup.ts";

const fileBytesMax = 1024 * 1024;
const readsAtOnce = 16;
const textFile =
  /\.(?:mdx?|json5?|ya?ml|toml|[mc]?[jt]sx?|vue|svelte|astro|html?|rst|txt|xml|cfg|ini|py|rb|njk|liquid|hbs|conf|adoc)$|(?:^|\/)_(?:redirects|headers)$/i;
const notRead =
  /(?:^|\/)(?:node_modules|\.git)\/|(?:^|[/.-])lock\.(?:json|ya?ml)$|\.(?:min|spec|test)\.[a-z]+$|(?:^|\/)package\.json$/i;
/** Files in which single words may be names of pages. */
const navigationName =
  /side-?bar|nav|menu|toc|^_meta\.|^_category_\.|^(?:astro\.|docusaurus\.|vitepress\.)?config\.|^hugo\.|^book\.toml$|^summary\.|^\.pages$|^_index\.ya?ml$/i;

/** A place that may lead to a file but is not judged. */
export interface PossibleLink {
  /** File that it may lead to. */
  about: string;
  path: string;
  /** 1-based. */
  line: number;
  column: number;
  target: string;
}

type Links = Pick<OpenLinks, "pages" | "ownHosts">;

interface Sought {
  file: NamedFile;
  /** Texts, in lower case, of which a line must contain one to name the file. */
  needles: string[];
}

/**
 * Finds texts other than links that may name the files: in navigation and redirects, imports, templates,
 * front matter.
 */
export async function findMentions(
  site: Site,
  files: readonly NamedFile[],
  { links, pause }: { links: Links; pause: Pause },
): Promise<PossibleLink[]> {
  const sought = files.map((file) => ({ file, needles: needlesOf(file) }));
  const { isOfOldVersion = () => false } = site.configuration;
  const paths = [...site.files].filter(
    (path) => textFile.test(path) && !notRead.test(path) && !isOfOldVersion(path),
  );
  const settled = settledPlaces(site);
  const found: PossibleLink[] = [];
  for (let at = 0; at < paths.length; at += readsAtOnce) {
    const group = paths.slice(at, at + readsAtOnce);
    const texts = await Promise.all(group.map((path) => readText(site, path)));
    for (const [index, path] of group.entries()) {
      if (pause.isDue()) await pause.wait();
      for (const mention of mentionsIn(site, path, texts[index]!, {
        ...{ sought, links, settled: settled.get(path) ?? [] },
      }))
        found.push(mention);
    }
  }
  return found;
}

async function readText(site: Site, path: string): Promise<string> {
  const bytes = await site.read(path).catch(() => null);
  return bytes === null || bytes.length > fileBytesMax ? "" : bytes.toString("utf8");
}

/** Returns the last names as they are written in addresses and in paths. */
function needlesOf({ words }: NamedFile): string[] {
  const needles = words.flatMap((word) => {
    const plain = word.replace(/^\d+(?:[-_. ]\d+)*[-_. ]+/, "").toLowerCase();
    return [plain, plain.replace(/[\s_]+/g, "-"), plain.replace(/\s+/g, "%20")];
  });
  return [...new Set(needles)];
}

function* mentionsIn(
  site: Site,
  path: string,
  text: string,
  { sought, links, settled }: { sought: readonly Sought[]; links: Links; settled: readonly Place[] },
): Generator<PossibleLink> {
  const lower = text.toLowerCase();
  const possible = sought.filter(({ needles }) => needles.some((needle) => lower.includes(needle)));
  if (possible.length === 0) return;
  let spans: ((at: number) => TokenPlace) | null = null;
  const isApi = isApiDescription(path, lower);
  for (const token of tokensOf(text, [...new Set(possible.flatMap((one) => one.needles))])) {
    if (isApi && isOperationPath(text, token)) continue;
    if (settled.some((place) => isWithin(token.start, place))) continue;
    for (const { file } of possible) {
      if (!mayMean(site, path, token, { file, links }) || isComment(path, text, token.start)) continue;
      spans ??= placesIn(site, path, text);
      const place = spans(token.start);
      if (
        place === "not-a-link" ||
        (token.isBare && place !== "reference" && !isNavigation(path, text, { token, file }))
      )
        continue;
      if (path === file.path && place === "front-matter") continue;
      yield { about: file.path, path, line: token.line, column: token.column, target: token.text };
    }
  }
}

/**
 * Entries of the navigation are followed; what else is in a member of the menu is the page's title. Patterns
 * lead nowhere, and neither do the sources of redirects.
 */
function settledPlaces({ configuration }: Site): Map<string, Place[]> {
  const { isRoutingKnown, entries, redirects, menuPatterns = [] } = configuration;
  const written = [...entries.map(({ place }) => place), ...redirects.flatMap(({ source = [] }) => source)];
  const places = isRoutingKnown ? [...written, ...menuPatterns] : [];
  return Map.groupBy(places, ({ path }) => path);
}

function isWithin(at: number, { start, end, memberEnd = end }: Place): boolean {
  return at >= start && at < memberEnd;
}

function isApiDescription(path: string, lower: string): boolean {
  return (
    /\.(?:json|ya?ml)$/i.test(path) &&
    /(?:^|[{,])[ \t]{0,8}["']?(?:openapi|swagger)["']?[ \t]{0,8}:/m.test(lower)
  );
}

/** The paths of an interface are keys; none of them is an address of the site. */
function isOperationPath(text: string, { text: token, start }: Token): boolean {
  return token.startsWith("/") && /^["']?[ \t]{0,8}:/.test(text.slice(start + token.length).slice(0, 10));
}

/** A comment of a configuration names no page, even where it shows a setting. */
function isComment(path: string, text: string, at: number): boolean {
  if (!/\.(?:toml|ya?ml)$/.test(path)) return false;
  const before = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  const mark = before.indexOf("#");
  return mark >= 0 && /^(?:|[^"']*\s)$/.test(before.slice(0, mark));
}

function mayMean(
  site: Site,
  path: string,
  { address, isBare, isWhole, isEntry }: Token,
  { file, links }: { file: NamedFile; links: Links },
): boolean {
  const asked = { holder: path, address, file };
  const { isRoutingKnown } = site.configuration;
  const isRead = isRoutingKnown && !areMenusUnread(site) && !isUnreadMarkup(site, path);
  if (address.host !== null || isRead) return address.host !== null && mayName(site, links, asked);
  if (isRoutingKnown && isOtherCode(site, path) && !/\.mdx?$/i.test(address.path)) return false;
  if (isBare)
    return (isWhole || isEntry) && file.words.some((word) => squeezeName(word) === squeezeName(address.path));
  if (/^\.{1,2}\//.test(address.path)) return namesFrom(path, address.path, file.path);
  const shared = Math.max(...file.names.map((names) => countShared(address.names, names)));
  const isFile = `/${file.path}`.endsWith(`/${address.path.replace(/^\/+|^@\w*\//, "")}`);
  const isEnough = shared >= 2 || (address.path.startsWith("/") && shared > 0);
  return isFile || (isEnough && mayName(site, links, asked));
}

function namesFrom(holder: string, target: string, path: string): boolean {
  const meant = posix.join(posix.dirname(holder), target);
  return meant === path || meant === path.replace(/\.mdx?$/i, "") || meant === routeKey(path);
}

function isNavigation(
  path: string,
  text: string,
  { token, file }: { token: Token; file: NamedFile },
): boolean {
  const { isWhole, isEntry } = token;
  if (path.endsWith(".rst")) return isEntry && posix.dirname(path) === posix.dirname(file.path);
  if (isPagePath(path) || !isWhole) return false;
  if (/\.txt$/i.test(path)) return posix.dirname(path) === posix.dirname(file.path);
  return navigationName.test(posix.basename(path)) && !isWordOfScript(path, text, token);
}

/** In scripts, names of pages are quoted or keys: what stands between spaces is a comment or code. */
function isWordOfScript(path: string, text: string, { text: word, start }: Token): boolean {
  if (!/\.[mc]?[jt]sx?$/i.test(path) || text[start - 1] !== " ") return false;
  return /^[.!?]{0,3}(?: (?! {0,8}:)|\r?\n|$)/.test(text.slice(start + word.length).slice(0, 12));
}

type TokenPlace = "code" | "front-matter" | "reference" | "not-a-link";

/**
 * Links are examined separately; prose and code samples are no links, except for directives and templates
 * that name pages.
 */
function placesIn(site: Site, path: string, text: string): (at: number) => TokenPlace {
  if (!isPagePath(path)) return () => "code";
  const scan = scanPage(text, { mdx: /x$/i.test(path) });
  // Includes templates and roles, if the generator's own are read.
  const known = resolutionsOf(site, path);
  const settled = (site.pages.get(path)?.links ?? []).filter((_, index) =>
    /^(?:page|file)$/.test(known[index]!.kind),
  );
  return (at) => {
    if (settled.some(({ start, end }) => at >= start && at < end)) return "not-a-link";
    if (isReference(text, at, scan)) return "reference";
    if (scan.links.some(({ start, end }) => at >= start - 1 && at < end)) return "not-a-link";
    const span = scan.spans.find(({ start, end }) => at >= start && at < end);
    if (span?.kind === "front-matter") return "front-matter";
    return span !== undefined && /tag|import|expression|directive/.test(span.kind) ? "code" : "not-a-link";
  };
}

const directive = /^\s*[`~:]{3,}\s*\{?(?:toctree|include|literalinclude|button-ref|card|grid-item-card)\b/i;

const linkingKey = /^(?:pagination_)?(?:next|prev|previous|parent|link|url|href|to)["']? ?[:=]$/i;

/**
 * Whether the place is inside a directive that lists pages, a shortcode, a role or a linking entry of the
 * front matter.
 */
function isReference(text: string, at: number, { spans, frontMatter }: PageScan): boolean {
  const lineStart = text.lastIndexOf("\n", at - 1) + 1;
  const before = text.slice(Math.max(lineStart, at - 300), at);
  if (/\{[{%][^{}]*$|<!--\s*@include:\s*$|\{(?:doc|ref|any)\}`[^`]*$/i.test(before)) return true;
  if (frontMatter !== null && at < frontMatter.contentEnd)
    return linkingKey.test(trimCharacters(before, " -\t\"'"));
  const span = spans.find(({ start, end }) => at >= start && at < end);
  return (
    span !== undefined &&
    /code-block|directive/.test(span.kind) &&
    directive.test(text.slice(span.start, span.start + 80))
  );
}
