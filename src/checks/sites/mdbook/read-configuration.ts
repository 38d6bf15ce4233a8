import { posix } from "node:path";
import type { Routing, SiteContext } from "../../model/site.ts";
import type { Finding } from "../../types.ts";
import { allKnown, type GeneratorConfiguration } from "../generator.ts";
import { lookUpAddress } from "../shared/addresses.ts";
import { routeFileLinks } from "../shared/file-links.ts";
import { isSettings, readSettings, settingAt, textAt } from "../shared/read-settings.ts";
import { readSummary, type Summary } from "../shared/read-summary.ts";
import { mdbookHeadingIds } from "./heading-ids.ts";
import { readRedirectTable, sourceOf } from "./read-redirect-table.ts";

/** Preprocessors that add no page, link or id that others would name. */
const harmless =
  /^(?:links|index|mermaid|katex|toc|pagetoc|admonish|alerts|gettext|svgbob2?|plantuml|graphviz|d2|typst|emojicodes|open-on-gh|last-changed|linkcheck)$/;

interface Book {
  docsRoot: string;
  summary: Summary;
  /** Old address → new address. */
  redirects: ReadonlyMap<string, string>;
  /** Files that mdBook makes itself, as the summary names them and they are not there. */
  created: ReadonlySet<string>;
  /** Null if not set. */
  basePath: string | null;
  /** Whether unknown preprocessors may write links, ids and pages. */
  hasOthers: boolean;
  /** What ids of admonitions begin with; null without mdbook-admonish. */
  admonitionPrefix: string | null;
  /** Whether other renderers may write the book in formats that are offered for download. */
  hasDownloads: boolean;
}

const admonitions = ["preprocessor", "admonish", "default"];
const idPrefixes = ["css_id_prefix", "css-id-prefix"];
const download = /\.(?:pdf|epub|mobi|zip|tgz|gz)$/i;

/** Reads `book.toml` and `SUMMARY.md`: only files that the summary names are pages. */
export async function readMdbookConfiguration(
  context: SiteContext,
  found: string,
): Promise<GeneratorConfiguration> {
  const settings = await readSettings(context, found);
  const docsRoot = posix
    .join(posix.dirname(found), textAt(settings, "book", "src") ?? "src")
    .replace(/^\.$/, "");
  const summaryPath = posix.join(docsRoot, "SUMMARY.md");
  const hasSummary = context.files.has(summaryPath);
  const summary = hasSummary
    ? await readSummary(context, summaryPath)
    : { entries: [], pages: new Set<string>() };
  const created = createdPages(settings, summary, context.files);
  const why = settings === null ? "book.toml cannot be read" : hasSummary ? null : "SUMMARY.md is not there";
  const below = docsRoot === "" ? "" : `${docsRoot}/`;
  const isChecked = (path: string): boolean => path.startsWith(below) && path !== summaryPath;
  const book = { ...bookOf(settings, docsRoot, summary), created };
  return {
    navigationFile: hasSummary ? summaryPath : null,
    docsRoot,
    readFrom: [found, summaryPath],
    entries: summary.entries.filter(({ file }) => !created.has(file)),
    unknown: { ...allKnown, routing: why, navigation: why },
    routing: {
      ...routingOf(book),
      includes: { kinds: ["book-include"], folders: null, root: docsRoot },
      countsFromHolder: true,
    },
    headingIds: mdbookHeadingIds(typesetOf(settings)),
    // From version 0.5 on, terms of definition lists have ids.
    hasOtherIds: ({ hasDefinitions }) => hasDefinitions || book.hasOthers,
    ...(book.admonitionPrefix !== null && { textFences: "admonish" }),
    templateFolders: [
      posix.join(posix.dirname(found), textAt(settings, "output", "html", "theme") ?? "theme"),
    ],
    importRoots: {},
    redirects: [],
    redirectHome: null,
    served: { base: book.basePath ?? "", pathOf: (address) => address },
    redirectTable: readRedirectTable(found, (await context.read(found)).toString("utf8"), {
      source: docsRoot,
      base: book.basePath,
      hasOthers: book.hasOthers || book.hasDownloads,
    }),
    basePaths: [],
    ownHost: textAt(settings, "output", "html", "cname")?.toLowerCase() ?? null,
    staticRoots: [docsRoot],
    generatedRoutes: [],
    slugStyles: ["github"],
    linkStyle: "file",
    isChecked,
    hasRoute: (path) => summary.pages.has(path),
    mayBeUnlisted: (path) => !summary.pages.has(path) && /\/(?:includes?|snippets|parts)\//.test(`/${path}`),
    findings: hasSummary ? findDoubles(summary, summaryPath) : [],
  };
}

/** mdBook builds nothing if its summary names a file twice. */
function findDoubles({ entries }: Summary, path: string): Finding[] {
  const named = new Set<string>();
  return entries.flatMap(({ target, place: { line, column } }) => {
    const isDouble = named.has(target);
    named.add(target);
    const message = `${target} is named above as well, with which mdBook does not build`;
    return isDouble ? [{ rule: "navigation", path, line, column, message, target }] : [];
  });
}

/** Unless it is told not to. */
function createdPages(settings: unknown, { pages }: Summary, files: ReadonlySet<string>): Set<string> {
  const isOff = settingAt(settings, "build", "create-missing") === false;
  return new Set(isOff ? [] : [...pages].filter((path) => path.endsWith(".md") && !files.has(path)));
}

function typesetOf(settings: unknown): boolean | null {
  const said = ["smart-punctuation", "curly-quotes"].map((key) => settingAt(settings, "output", "html", key));
  return said.find((one) => typeof one === "boolean") ?? null;
}

function bookOf(settings: unknown, docsRoot: string, summary: Summary): Omit<Book, "created"> {
  const redirects = settingAt(settings, "output", "html", "redirect");
  const base = textAt(settings, "output", "html", "site-url");
  return {
    docsRoot,
    summary,
    redirects: new Map(
      Object.entries(isSettings(redirects) ? redirects : {}).map(([from, to]) => [
        sourceOf(from),
        posix.join("/", posix.dirname(from), String(to)),
      ]),
    ),
    // Some books have the whole URL, with which mdBook builds as well.
    basePath: base?.replace(/^https?:\/\/[^/]+|\/$/gi, "") ?? null,
    hasOthers: namesAt(settings, "preprocessor").some((name) => !harmless.test(name)),
    admonitionPrefix: namesAt(settings, "preprocessor").includes("admonish")
      ? (idPrefixes.map((key) => textAt(settings, ...admonitions, key)).find((one) => one !== null) ??
        "admonition-")
      : null,
    hasDownloads: namesAt(settings, "output").some((name) => name !== "html" && name !== "linkcheck"),
  };
}

function namesAt(settings: unknown, key: string): string[] {
  const table = settingAt(settings, key);
  return isSettings(table) ? Object.keys(table) : [];
}

/**
 * A link to `.md` becomes one to `.html` whether or not the file exists, and a README is built as
 * `index.html`.
 */
function routingOf(book: Book): Routing {
  const { docsRoot, summary, redirects, basePath, hasOthers, hasDownloads, admonitionPrefix: prefix } = book;
  const asBuilt = (path: string): string => path.replace(/\.md$/, ".html");
  const addressOf = (path: string): string =>
    asBuilt(`/${posix.relative(docsRoot, path)}`).replace(/(?<=\/)(?:README|index)\.html$/i, "");
  const made = new Set([...book.created].map(addressOf));
  const routing = routeFileLinks({
    docsRoot,
    basePath,
    addressesOf: ({ path }) => {
      if (!summary.pages.has(path)) return [];
      const built = asBuilt(`/${posix.relative(docsRoot, path)}`);
      const olds = [...redirects].filter(([, to]) => to === built).map(([from]) => from);
      return [addressOf(path), ...olds];
    },
    addressOnceListed: addressOf,
    fileOf: () => null,
    leftAs: (_from, { path }) => asBuilt(path),
    isPublished: (path) => !/\.md$/.test(path),
    // The first chapter is also the book's `index.html`.
    isGenerated: (address) =>
      redirects.has(address) || made.has(address) || /^\/(?:(?:print|toc|404|index)\.html)?$/.test(address),
    // Unless the book states its address, it does not know what is at the root of the host.
    isOpen: (site, address, { rawPath }) =>
      // Many hosts serve `a.html` at `/a` as well.
      lookUpAddress(site, `${address}.html`) !== null ||
      ((hasOthers ||
        (hasDownloads && download.test(address)) ||
        (basePath === null && rawPath.startsWith("/"))) &&
        !site.routesBefore.has(posix.join(docsRoot, address.replace(/\.html$/, "")))),
  });
  return { ...routing, hasName: (_site, _page, name) => prefix !== null && name.startsWith(prefix) };
}
