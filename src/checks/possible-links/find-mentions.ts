import type { PageScan } from "../../markdown/page-scan.ts";
import { createRangeTest } from "../../markdown/ranges.ts";
import { scanPage } from "../../markdown/scan-page.ts";
import { isPagePath } from "../../text/page-path.ts";
import { trimCharacters } from "../../text/trim-characters.ts";
import { findEntryPage } from "../changes/find-entry-page.ts";
import type { Pause } from "../create-pause.ts";
import { resolutionsOf } from "../links/resolve-link.ts";
import type { Place } from "../model/place.ts";
import type { Site } from "../model/site.ts";
import { findBuiltFolders } from "./built-folders.ts";
import { isComment, readComments } from "./in-comment.ts";
import { isNavigation, mayMean } from "./may-mean.ts";
import type { NamedFile } from "./may-name.ts";
import type { OpenLinks } from "./open-links.ts";
import { type Token, tokensOf } from "./tokens-of.ts";
import { isNotebook } from "./unread-markup.ts";

const fileBytesMax = 1024 * 1024;
/** They hold pictures and other output. */
const notebookBytesMax = 16 * 1024 * 1024;
const readsAtOnce = 16;
const textFile =
  /\.(?:mdx?|json5?|ya?ml|toml|[mc]?[jt]sx?|vue|svelte|astro|html?|rst|txt|xml|cfg|ini|py|rb|ipynb|njk|liquid|hbs|conf|adoc|asciidoc|org|markdown|mdown|mkdn?|mkd)$|(?:^|\/)_(?:redirects|headers)$/i;
const notRead =
  /(?:^|\/)(?:node_modules|\.git)\/|(?:^|[/.-])lock\.(?:json|ya?ml)$|\.(?:min|spec|test)\.[a-z]+$|\.d\.[mc]?ts$|(?:^|\/)package\.json$/i;
/** What spelling checkers know, a word a line. */
const wordList =
  /(?:^|[/._-])(?:word-?lists?|spelling|dictionary|accept|reject)\.txt$|(?:^|\/)\.?c?spell[^/]*\.(?:json|ya?ml)$/i;

/** A place that may lead to a file but is not judged. */
export interface PossibleLink {
  /** File that it may lead to. */
  about: string;
  path: string;
  /** 1-based. */
  line: number;
  column: number;
  target: string;
  /** Set where the page is looked up by the path of its file, so that no redirect helps. */
  isByPath?: true;
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
  const settled = settledPlaces(site);
  const found: PossibleLink[] = [];
  for await (const { path, text } of readTexts(site)) {
    if (pause.isDue()) await pause.wait();
    for (const mention of mentionsIn(site, path, text, {
      ...{ sought, links, settled: settled.get(path) ?? [] },
    }))
      found.push(mention);
  }
  return found;
}

/** Reads the files in which targets may be written that no rule judges; those too large are empty. */
export async function* readTexts(
  site: Site,
  isAsked: (path: string) => boolean = () => true,
): AsyncGenerator<{ path: string; text: string }> {
  const { isUnused = () => false } = site.configuration;
  const built = findBuiltFolders(site);
  const isRead = (path: string) =>
    textFile.test(path) && !notRead.test(path) && !wordList.test(path) && !isUnused(path);
  const isBuilt = (path: string) => built.some((folder) => path.startsWith(`${folder}/`));
  const paths = [...site.files].filter((path) => isAsked(path) && isRead(path) && !isBuilt(path));
  for (let at = 0; at < paths.length; at += readsAtOnce) {
    const group = paths.slice(at, at + readsAtOnce);
    const texts = await Promise.all(group.map((path) => readText(site, path)));
    for (const [index, path] of group.entries()) yield { path, text: texts[index]! };
  }
}

async function readText(site: Site, path: string): Promise<string> {
  const bytes = await site.read(path).catch(() => null);
  const bytesMax = isNotebook(path) ? notebookBytesMax : fileBytesMax;
  return bytes === null || bytes.length > bytesMax ? "" : bytes.toString("utf8");
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
  { sought, links, settled }: { sought: readonly Sought[]; links: Links; settled: readonly Settled[] },
): Generator<PossibleLink> {
  const lower = text.toLowerCase();
  const possible = sought.filter(({ needles }) => needles.some((needle) => lower.includes(needle)));
  if (possible.length === 0) return;
  let spans: ((at: number) => TokenPlace) | null = null;
  const isApi = isApiDescription(path, lower);
  const isInComment = createRangeTest(readComments(path, text));
  for (const token of tokensOf(text, [...new Set(possible.flatMap((one) => one.needles))])) {
    if ((isApi && isOperationPath(text, token)) || isInComment(token.start)) continue;
    const within = settled.find(({ place }) => isWithin(token.start, place));
    if (within !== undefined && within.page === undefined) continue;
    for (const { file } of possible) {
      if (within?.page === file.path) continue;
      if (!mayMean(site, path, token, { file, links }) || isComment(path, text, token.start)) continue;
      spans ??= placesIn(site, path, text);
      const place = spans(token.start);
      if (
        place === "not-a-link" ||
        (token.isBare && place !== "reference" && !isNavigation(path, text, { token, file }))
      )
        continue;
      if (place === "front-matter" && (path === file.path || isOwnAddress(text, token.start))) continue;
      const isByPath = site.configuration.namesByPath?.(path, text, token.start) === true;
      const { line, column, text: target } = token;
      yield { about: file.path, path, line, column, target, ...(isByPath && { isByPath }) };
    }
  }
}

/** Whether a page states its own address there, which leads to no other page. */
function isOwnAddress(text: string, at: number): boolean {
  return /^slug[ \t]{0,9}:[ \t]{0,9}["']?$/.test(text.slice(text.lastIndexOf("\n", at - 1) + 1, at));
}

/** `page`: the one that an entry names if nothing is put in front of it; left out where nothing can be. */
interface Settled {
  place: Place;
  page?: string | null;
}

/**
 * Entries of the navigation are followed; what else is in a member of the menu is the page's title. Patterns
 * lead nowhere, and neither do the sources of redirects.
 */
function settledPlaces(site: Site): Map<string, Settled[]> {
  const { isRoutingKnown, entries, redirects, menuPatterns = [], unknown } = site.configuration;
  const isOpen = unknown.entries !== null;
  const menu = entries.map(({ place, target }) => ({
    place,
    ...(isOpen && { page: findEntryPage(site, target) }),
  }));
  const others = [...redirects.flatMap(({ source = [] }) => source), ...menuPatterns];
  const places: Settled[] = isRoutingKnown ? [...menu, ...others.map((place) => ({ place }))] : [];
  return Map.groupBy(places, ({ place }) => place.path);
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

type TokenPlace = "code" | "front-matter" | "reference" | "not-a-link";

/**
 * Links are examined separately; prose and code samples are no links, except for directives and templates
 * that name pages.
 */
function placesIn(site: Site, path: string, text: string): (at: number) => TokenPlace {
  const isName = (at: number) => templateName.test(text.slice(Math.max(0, at - 30), at));
  if (!isPagePath(path)) return (at) => (isName(at) ? "not-a-link" : "code");
  const scan = scanPage(text, { mdx: /x$/i.test(path) });
  // Includes templates and roles, if the generator's own are read.
  const known = resolutionsOf(site, path);
  const settled = (site.pages.get(path)?.links ?? []).filter((_, index) =>
    /^(?:page|file|missing|redirect)$/.test(known[index]!.kind),
  );
  return (at) => {
    if (settled.some(({ start, end }) => at >= start && at < end)) return "not-a-link";
    if (isName(at)) return "not-a-link";
    if (isReference(site, text, at, scan)) return "reference";
    if (scan.links.some(({ start, end }) => at >= start - 1 && at < end))
      return themePart.test(path) && !site.pages.has(path) ? "reference" : "not-a-link";
    const span = scan.spans.find(({ start, end }) => at >= start && at < end);
    if (span?.kind === "front-matter") return "front-matter";
    // Most generators make a link of it.
    if (span?.kind === "url") return "reference";
    return span !== undefined && /tag|import|expression|directive/.test(span.kind) ? "code" : "not-a-link";
  };
}

/** Markdown that themes show as components, whose links no rule looks at. */
const themePart = /(?:^|\/)\.(?:vitepress|vuepress)\//;

const directive = /^\s*[`~:]{3,}\s*\{?(?:toctree|include|literalinclude|button-ref|card|grid-item-card)\b/i;

const linkingKey = /^(?:pagination_)?(?:next|prev|previous|parent|link|url|href|to)["']? ?[:=]$/i;

/** What stands before the name of a shortcode, a tag of Liquid, or a template that another one takes in. */
const templateName =
  /\{(?:\{[<%](?:\/\*)?|%-?)[\s/]{0,9}$|\b(?:partial(?:Cached)?|template|define|block)\s{1,8}["`]$|\{%-?\s{0,8}(?:include|render|layout)\s{1,8}$/;
const inTemplate = /\{[{%][^{}]*$/;
/** Of Liquid: what it looks for in a text, and puts in its place, is no address. */
const inFilter = /\|[ \t]*(?:(?:replace|remove)(?:_first|_last)?|split|where|date)[ \t]*:[^|]*$/;

/**
 * Whether the place is inside a directive that lists pages, a shortcode, a role or a linking entry of the
 * front matter.
 */
function isReference(
  { configuration }: Site,
  text: string,
  at: number,
  { spans, frontMatter }: PageScan,
): boolean {
  const lineStart = text.lastIndexOf("\n", at - 1) + 1;
  const before = text.slice(Math.max(lineStart, at - 300), at);
  if (inTemplate.test(before)) return !inFilter.test(before);
  if (/<!--\s*@include:\s*$|\{(?:doc|ref|any)\}`[^`]*$/i.test(before)) return true;
  if (frontMatter !== null && at < frontMatter.contentEnd) {
    const key = trimCharacters(before, " -\t\"'");
    return linkingKey.test(key) && !(configuration.routing?.showsNeighbours && /^(?:prev|next):$/.test(key));
  }
  const span = spans.find(({ start, end }) => at >= start && at < end);
  return (
    span !== undefined &&
    /code-block|directive/.test(span.kind) &&
    directive.test(text.slice(span.start, span.start + 80))
  );
}
