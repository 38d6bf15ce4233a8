import { posix } from "node:path";
import { isPagePath, pageExtension } from "../../../text/page-path.ts";
import { decode, type TargetParts } from "../../links/split-target.ts";
import type { PageFacts } from "../../model/page-facts.ts";
import type { Resolution } from "../../model/resolution.ts";
import type { Routing, Site } from "../../model/site.ts";
import { isTruth } from "../../pages/read-fields.ts";
import { type FileLinks, routeFileLinks } from "../shared/file-links.ts";
import type { MkdocsLanguages } from "./languages.ts";
import type { MkdocsModel } from "./model.ts";

/** Files of a theme that MkDocs does not publish. */
const ofThemeOnly =
  /(?:^|\/)\.|\.(?:py|pyc|html|md|markdown|mdown|mkdn?|mkd)$|readme|^locales\/|^mkdocs_theme\.yml$/i;

/** Addresses of files that MkDocs and its themes write. */
const ofGenerator =
  /^\/(?:sitemap\.xml|404\.html|search\/|assets\/(?:stylesheets|javascripts|images\/favicon\.png$)|img\/(?:favicon\.ico|grid\.png)$|objects\.inv)/;

/**
 * MkDocs' links: in Markdown an existing file is looked up relative to the page; everything else, and
 * anything in HTML, is an address.
 */
export function mkdocsRouting(model: MkdocsModel, isBuilt: (path: string) => boolean): Routing {
  const { docsRoot, languages } = model;
  const addressesIn = (path: string, files: ReadonlySet<string>): string[] => {
    if (!isBuilt(path) || !model.isMarkdown(path) || isShadowed(path, files) || isForeign(model, path))
      return [];
    const below = posix.relative(docsRoot, path);
    if (languages === null) return [mkdocsAddress(model, below)];
    const address = mkdocsAddress(model, languages.bare(below));
    return languages.shownIn(below, isThereIn(model, files)).flatMap((name) => {
      const inFolder = `/${name}${address}`;
      if (name !== languages.main) return [inFolder];
      return languages.hasMainFolder ? [address, inFolder] : [address];
    });
  };
  // The plugin redirects knows nothing of languages.
  const isReachedByFile = (path: string, files: ReadonlySet<string>) =>
    addressesIn(path, files)[0] === mkdocsAddress(model, posix.relative(docsRoot, path));
  const routing = routeFileLinks({
    docsRoot,
    basePath: model.basePath,
    addressesOf: ({ path }, files) => {
      const own = addressesIn(path, files);
      if (own.length === 0 || (languages !== null && !isReachedByFile(path, files))) return own;
      const olds = [...model.redirects].filter(
        ([, to]) => posix.join(docsRoot, to.replace(/#.*$/s, "")) === path,
      );
      return [...own, ...olds.map(([old]) => mkdocsAddress(model, old))];
    },
    hasOwnAddress: ({ path, facts }) =>
      isBuilt(path) && isForeign(model, path) && !isDraft(model, path, facts),
    fileOf: (from, { path: written, rawPath }, kind, files) => {
      if ((kind === "href" || kind === "src") && !model.isZensical) return null;
      // MkDocs looks for `a.md/` as for `a.md`.
      const path = /\.\w{1,10}\/$/.test(written) ? written.slice(0, -1) : written;
      if (!rawPath.startsWith("/"))
        return fileBeside(model, posix.join(posix.dirname(from), path), from, files);
      return model.areAbsoluteFiles ? posix.join(docsRoot, path) : null;
    },
    ...(model.isZensical && countFromFiles(model)),
    namedAs: (from, path, files) => nameBeside(model, from, path, files),
    hasAddressEntries: true,
    themeFileOf: (file) => {
      const below = posix.relative(docsRoot, file);
      return model.themeFolder === null || below.startsWith("../") || ofThemeOnly.test(below)
        ? null
        : posix.join(model.themeFolder, below);
    },
    isPublished: (path) => isBuilt(path) && !model.isMarkdown(path),
    isGenerated: (address) => model.feeds.has(address) || ofGenerator.test(address),
    isOpen: ({ files }, address, { rawPath }) =>
      model.hasForeignPages ||
      (model.hasVersions && rawPath.startsWith("/")) ||
      (languages !== null && isFileOfLanguage(languages, address, isThereIn(model, files))) ||
      (model.hasBooks && /\.pdf$/i.test(address)) ||
      isWritten(model, posix.join(docsRoot, address)),
  });
  return {
    ...routing,
    // `[a]("b")` has a title and no target.
    resolve: (site, from, parts, kind) =>
      kind === "link" && /^(["']).*\1$/.test(parts.rawPath)
        ? { kind: "skipped" }
        : routing.resolve(site, from, parts, kind),
    resolveItem: (site, from, parts) => resolveItem(model, site, from, parts),
    hasName: (_site, _page, name) => model.hasTags && name.startsWith("tag:"),
    ...(languages !== null && { ...routeLanguages(model, languages, routing), isReachedByFile }),
    ...(model.includes.kinds.length > 0 && { includes: model.includes, countsFromHolder: true }),
  };
}

/** literate-nav resolves items from the folder of their menu, and shows a folder's own menu in its place. */
function resolveItem(model: MkdocsModel, site: Site, from: string, parts: TargetParts): Resolution | null {
  const { path, rawPath, query, hash } = parts;
  const file = posix.join(posix.dirname(from), path);
  const isLeft = rawPath.startsWith("/") || query + hash !== "" || model.languages !== null;
  if (isLeft || !file.startsWith(`${model.docsRoot}/`)) return null;
  if (site.pages.has(file)) return { kind: "page", path: file, parts };
  if (site.files.has(file)) return { kind: "file", path: file, parts };
  const bare = file.replace(/\/$/, "");
  if (bare !== file && site.index.folders.has(bare)) return { kind: "skipped" };
  return model.hasForeignPages
    ? { kind: "unjudged", guesses: [], parts }
    : { kind: "missing", wanted: [bare], parts };
}

/** Zensical rewrites all relative targets, which count from the page's file. */
function countFromFiles(model: MkdocsModel): Pick<FileLinks, "folderOf" | "leftAs"> {
  return {
    folderOf: (path) => posix.join("/", posix.relative(model.docsRoot, posix.dirname(path)), "/"),
    leftAs: (_, { path, rawPath }) =>
      /\.md$/i.test(path) && !rawPath.startsWith("/") ? mkdocsAddress(model, path).slice(1) : null,
  };
}

/** The navigation names files without a language. */
function routeLanguages(
  model: MkdocsModel,
  languages: MkdocsLanguages,
  { findEntry, renderEntry }: Routing,
): Pick<Routing, "findEntry" | "renderEntry" | "translationsOf"> {
  const { docsRoot } = model;
  return {
    findEntry(site, target) {
      const bare = decode(target.replace(/[#?].*$/s, ""));
      const isThere = isThereIn(model, site.files);
      const builds = [languages.main, ...languages.names];
      const found = builds.flatMap((name) => languages.lookUp(bare, name, isThere) ?? [])[0];
      const path = found === undefined ? null : posix.join(docsRoot, found);
      return path !== null && site.pages.has(path) ? path : findEntry(site, target);
    },
    renderEntry(site, target, page) {
      const bare = target.replace(/[#?].*$/s, "");
      if (!isPagePath(bare) || languages.languageOf(bare) !== null) return renderEntry(site, target, page);
      return languages.bare(posix.relative(docsRoot, page.path));
    },
    translationsOf: (from, to, files) =>
      languages
        .translationsOf(posix.relative(docsRoot, from), posix.relative(docsRoot, to), isThereIn(model, files))
        .map((one) => ({
          ...one,
          from: posix.join(docsRoot, one.from),
          to: posix.join(docsRoot, one.to!),
        })),
  };
}

/** Whether the address is that of a file, not of a page, in one of the languages. */
function isFileOfLanguage(
  languages: MkdocsLanguages,
  address: string,
  isThere: (below: string) => boolean,
): boolean {
  if (isPagePath(address)) return false;
  const [, first = "", ...rest] = address.split("/");
  const [language, below] = languages.names.includes(first)
    ? [first, rest.join("/")]
    : [languages.main, address.slice(1)];
  return languages.lookUp(below, language, isThere) !== null;
}

/** The path by which `from` names a file in its own language. */
function nameBeside(model: MkdocsModel, from: string, path: string, files: ReadonlySet<string>): string {
  const { docsRoot, languages } = model;
  if (languages === null) return path;
  const below = posix.relative(docsRoot, path);
  const own = languages.languageOf(posix.relative(docsRoot, from)) ?? languages.main;
  const named = languages.nameIn(own, below);
  const isThere = isThereIn(model, new Set([...files, path]));
  return languages.lookUp(named, own, isThere) === below ? posix.join(docsRoot, named) : path;
}

/** In several languages, the file that stands in for the one at this path where `from` is shown. */
function fileBeside(
  model: MkdocsModel,
  path: string,
  from: string,
  files: ReadonlySet<string>,
): string | null {
  const { docsRoot, languages } = model;
  if (languages === null) return path;
  const own = languages.languageOf(posix.relative(docsRoot, from)) ?? languages.main;
  const found = languages.lookUp(posix.relative(docsRoot, path), own, isThereIn(model, files));
  // A file of another language is not found by its own name.
  return found === null ? (files.has(path) ? null : path) : posix.join(docsRoot, found);
}

function isThereIn({ docsRoot }: MkdocsModel, files: ReadonlySet<string>): (below: string) => boolean {
  return (below) => files.has(posix.join(docsRoot, below));
}

/** `README.md` next to `index.md` is ignored. */
function isShadowed(path: string, files: ReadonlySet<string>): boolean {
  return posix.basename(path) === "README.md" && files.has(posix.join(posix.dirname(path), "index.md"));
}

function isForeign({ blogs }: MkdocsModel, path: string): boolean {
  return blogs.some(({ folder }) => path.startsWith(`${folder}/`));
}

/** Whether the blog plugin may write a page at this path; it copies the files of posts as they are. */
function isWritten(model: MkdocsModel, path: string): boolean {
  return isForeign(model, path) && !(isPost(model, path) && /\.(?!html?$)\w+$/i.test(path));
}

function isPost({ blogs }: MkdocsModel, path: string): boolean {
  return blogs.some(({ posts }) => posts !== null && path.startsWith(`${posts}/`));
}

function isDraft(model: MkdocsModel, path: string, facts: PageFacts | undefined): boolean {
  return (
    isTruth(facts?.fields.draft, true) &&
    isPost(model, path) &&
    !model.blogs.some(({ showsDrafts }) => showsDrafts)
  );
}

/** `below`: path below the docs folder, without a language. */
function mkdocsAddress({ hasFolders }: MkdocsModel, below: string): string {
  const bare = `/${below.replace(pageExtension, "")}`;
  if (/(?:^|\/)(?:index|README)$/.test(bare)) return bare.replace(/(?:index|README)$/, "");
  return hasFolders ? `${bare}/` : `${bare}.html`;
}
