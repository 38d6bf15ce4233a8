import { posix } from "node:path";
import { matchIgnore } from "../../model/match-ignore.ts";
import type { PageFacts } from "../../model/page-facts.ts";
import type { HeadingIds, Routing, Site, SiteContext } from "../../model/site.ts";
import { allKnown, type GeneratorConfiguration } from "../generator.ts";
import { hasSphinxIds, makeId, slugOfMyst, sphinxHeadingIds } from "./heading-ids.ts";
import { bookAsPython, bookFile, readContents } from "./read-book.ts";
import { readLabelSources } from "./read-label-sources.ts";
import { readLabelUses } from "./read-label-uses.ts";
import { type PythonValue, readPythonName, textsOf } from "./read-python.ts";
import { readRedirectDictionary } from "./read-redirect-dictionary.ts";
import { readRedirectFile } from "./read-redirect-file.ts";
import { renderSphinxLink } from "./render-link.ts";
import {
  isListedByPattern,
  isTakenName,
  renderSectionLabel,
  resolveSphinxAnchor,
  resolveSphinxLink,
} from "./resolve-link.ts";
import { addressesOfSphinx, docNameOf, type SphinxSite } from "./routes.ts";
import { hasName, sectionLabelsOf } from "./section-labels.ts";
import { splitProject } from "./split-project.ts";

/** Extensions that write no pages of their own. */
const harmless =
  /^(?:myst_parser|myst_nb|canonical_sphinx|canonical\.[\w-]+|sphinx\.ext\.(?!autosummary|apidoc)\w+|sphinx\.ext\.autodoc\.typehints|sphinx_(?:design|copybutton|inline_tabs|tabs|togglebutton|issues|sitemap|favicon|thebe|remove_toctrees|exercise|proof|external_toc|last_updated_by_git|terminal|contributor_listing|filtered_toctree|related_links|roles|ubuntu_images|youtube_links)|sphinxext\.(?:opengraph|rediraffe)|sphinxcontrib\.\w+|notfound\.extension|sphinx_reredirects)$/;
const anchorsMax = 7;
/** The only function of its own for slugs that is known. */
const docutilsSlugs = "docutils.nodes.make_id";
const writesFiles =
  /\bopen\([^()\n]*(?:\([^()\n]*\)[^()\n]*)?,\s*(?:mode=)?["'][wax]|\.write_text\(|\bos\.(?:system|symlink)\(|\bsubprocess\.\w+\(/;

/** `path` is `conf.py`, or what makes one: its literals are read, nothing is run. */
export async function readSphinxConfiguration(
  context: SiteContext,
  path: string,
): Promise<GeneratorConfiguration> {
  const written = (await context.read(path)).toString("utf8");
  const isBook = bookFile.test(path);
  const text = isBook ? bookAsPython(written) : written;
  const root = posix.dirname(path) === "." ? "" : `${posix.dirname(path)}/`;
  const excluded = readPythonName(text, "exclude_patterns");
  const extensions = readPythonName(text, "extensions");
  const endings = readEndings(readPythonName(text, "source_suffix"), textsOf(extensions));
  const sphinx: SphinxSite = {
    root,
    isExcluded: matchIgnore(textsOf(excluded).map((one) => `/${one}`)).isIgnored,
    endings: endings ?? [".md", ".rst"],
    namesFile: (name) => written.includes(name),
    hasOthers: writesFiles.test(text) || hasOtherPages(extensions),
    writesFiles: writesFiles.test(text),
    sectionLabels: readSectionLabels(text),
    labelUses: await readLabelUses(context, root, writesFiles.test(text)),
    labels: await readLabelSources(context, text, { path, writesFiles: writesFiles.test(text) }),
  };
  const hasContents = textsOf(extensions).includes("sphinx_external_toc");
  const entries = hasContents ? await readContents(context, root) : [];
  const docsRoot = root.replace(/\/$/, "");
  const isChecked = (one: string): boolean =>
    one.startsWith(root) && !/(?:^|\/)(?:\.[^/]+|node_modules|_build)\//.test(one);
  const ids = readHeadingIds(text);
  const areListsRead = ![...context.files].filter(isChecked).some(isUnreadPage);
  const isListed = (site: Site, page: string) => isListedByPattern(sphinx, site, page);
  const ofScript = isBook ? null : readRedirectDictionary(path, text, docsRoot);
  const redirectTable = ofScript ?? (await readRedirectFile(context, text, docsRoot));
  return {
    navigationFile: null,
    docsRoot,
    textFences: "myst",
    readFrom: [path, ...entries.map(({ place }) => place.path).slice(0, 1), redirectTable?.path ?? path],
    entries,
    unknown: {
      ...allKnown,
      routing: findUnread(text, { excluded, endings }),
      "heading-ids": ids === null ? "conf.py computes the ids of headings" : null,
      navigation: "pages stand in the tables of contents of other pages",
    },
    routing: routeSphinx(sphinx, docsRoot),
    ...{
      sharedTexts: isBook ? [{ path, start: 0, end: written.length }] : findSharedTexts(path, text),
      whyUnproved: sphinx.labels.unknown,
    },
    headingIds: ids ?? sphinxHeadingIds(0),
    hasOtherIds: hasSphinxIds,
    importRoots: {},
    redirects: [],
    redirectHome: null,
    redirectTable,
    basePaths: [],
    staticRoots: [docsRoot],
    templateFolders: templateFoldersOf(text, root),
    generatedRoutes: [],
    slugStyles: ["github"],
    linkStyle: "file",
    isChecked,
    hasRoute: (one) => isChecked(one) && docNameOf(sphinx, one) !== null,
    mayBeUnlisted: () => true,
    ...(areListsRead && { staysReached: isListed }),
    ...(areListsRead && !sphinx.hasOthers && { isReachedByLinks: isListed }),
    findings: [],
  };
}

function readSectionLabels(text: string): SphinxSite["sectionLabels"] {
  if (!/["']sphinx\.ext\.autosectionlabel["']/.test(text)) return null;
  return readPythonName(text, "autosectionlabel_prefix_document") === true ? "prefixed" : "plain";
}

/** Null if they are computed. */
function readHeadingIds(text: string): HeadingIds | null {
  const depth = readPythonName(text, "myst_heading_anchors");
  const slugs = readPythonName(text, "myst_heading_slug_func");
  if (depth === undefined || (slugs !== null && slugs !== docutilsSlugs)) return null;
  const shown = typeof depth === "number" ? Math.min(depth, anchorsMax) : 0;
  return sphinxHeadingIds(shown, slugs === null ? slugOfMyst : makeId);
}

/** Whether a table of contents in the file is not read. */
function isUnreadPage(path: string): boolean {
  return /\.(?:rst|ipynb)$/.test(path);
}

function templateFoldersOf(text: string, root: string): string[] {
  const named = textsOf(readPythonName(text, "templates_path"));
  return (named.length === 0 ? ["_templates"] : named).map((one) => posix.join(root, one));
}

function routeSphinx(sphinx: SphinxSite, docsRoot: string): Routing {
  const { root } = sphinx;
  return {
    addressesOf: ({ path: one }) => addressesOfSphinx(sphinx, one),
    addressFolder: ({ path: one }) =>
      `/${posix.dirname(one.slice(root.length)).replace(/^\.$/, "")}/`.replace("//", "/"),
    resolve: (...input) => resolveSphinxLink(sphinx, ...input),
    resolveOwn: (...input) => resolveSphinxAnchor(sphinx, ...input),
    readsRoles: true,
    split: splitProject,
    namedAs: (_from, path) => path.replace(/\.\w+$/, ""),
    includes: { kinds: ["myst-include"], folders: null, root: docsRoot, countFromHolder: true },
    countsFromHolder: true,
    labelUses: sphinx.labelUses,
    hasName: (...input) => hasName(sphinx, ...input),
    ...(sphinx.sectionLabels !== null && {
      sectionLabelsOf: (path: string, facts: PageFacts) => sectionLabelsOf(sphinx, path, facts),
    }),
    renderPath: (site, from, parts, page) =>
      renderSectionLabel(sphinx, site, parts, page) ??
      renderSphinxLink(sphinx, site, from, parts, page, (name) => isTakenName(sphinx, site, name)),
    ...entriesOf(root),
  };
}

/** Entries of a table of contents count from the folder of the book, with or without the file's ending. */
function entriesOf(root: string): Pick<Routing, "findEntry" | "renderEntry"> {
  return {
    findEntry: ({ pages }, target) => {
      const path = posix.join(root, target);
      return [path, `${path}.md`].find((one) => pages.has(one)) ?? null;
    },
    renderEntry: (_site, target, { path }) => {
      const below = posix.relative(root, path);
      if (below.startsWith("../")) return null;
      return target.endsWith(".md") ? below : below.replace(/\.md$/, "");
    },
  };
}

const sharedText = /^(?:myst_substitutions|rst_(?:epi|pro)log)\b/gm;
const nextStatement = /\n(?=[A-Za-z_@#])/g;

/** Finds what pages show by `{{ name }}`, and what comes before and after all of them. */
function findSharedTexts(path: string, text: string): GeneratorConfiguration["sharedTexts"] {
  return [...text.matchAll(sharedText)].map(({ index: start }) => {
    nextStatement.lastIndex = start;
    return { path, start, end: nextStatement.exec(text)?.index ?? text.length };
  });
}

/** Returns why addresses cannot be known, or null. */
function findUnread(
  text: string,
  { excluded, endings }: { excluded: PythonValue | null | undefined; endings: string[] | undefined },
): string | null {
  if (excluded === undefined) return "exclude_patterns are computed in conf.py";
  if (endings === undefined) return "source_suffix is computed in conf.py";
  if (readPythonName(text, "include_patterns") !== null) return "include_patterns are set in conf.py";
  for (const name of ["myst_all_links_external", "myst_commonmark_only", "myst_gfm_only"])
    if (![null, false].includes(readPythonName(text, name) as null)) return `${name} is set in conf.py`;
  return null;
}

/** Undefined if computed. */
function readEndings(
  value: PythonValue | null | undefined,
  extensions: readonly string[],
): string[] | undefined {
  if (value === undefined) return undefined;
  const named =
    value instanceof Map ? [...value.keys()] : typeof value === "string" ? [value] : textsOf(value);
  // Extensions add their own.
  const added = extensions.includes("myst_nb") ? [".md", ".ipynb"] : [".md"];
  return [...new Set([...added, ...(value === null ? [".rst"] : named)])];
}

function hasOtherPages(extensions: PythonValue | null | undefined): boolean {
  return extensions === undefined || textsOf(extensions).some((name) => !harmless.test(name));
}
