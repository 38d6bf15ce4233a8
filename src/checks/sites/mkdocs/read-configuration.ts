import { posix } from "node:path";
import { isMap, isPair, isScalar, isSeq, type Node, type Pair, type Scalar, type YAMLMap } from "yaml";
import { isPagePath } from "../../../text/page-path.ts";
import { matchIgnore, unreadIgnoreLines } from "../../model/match-ignore.ts";
import type { Place } from "../../model/place.ts";
import type { SiteContext } from "../../model/site.ts";
import { createPlacer } from "../../pages/place-at.ts";
import { allKnown, type GeneratorConfiguration } from "../generator.ts";
import { readFolderMenus } from "./folder-menus.ts";
import { mkdocsHeadingIds, readExtensions } from "./heading-ids.ts";
import { mkdocsModel } from "./model.ts";
import { createPartTest } from "./read-includes.ts";
import { addInherited, configurationBytesMax, type Source } from "./read-inherited.ts";
import { at, readMkdocsYaml, textOf } from "./read-yaml.ts";
import { isOfZensical, readZensical } from "./read-zensical.ts";
import { mkdocsRouting } from "./routes.ts";

interface Reading {
  path: string;
  root: YAMLMap;
  isZensical: boolean;
  /** The file in which a text of `root` is written: that of `path`, or one that it inherits from. */
  sourceOf(node: unknown): Source;
}

/** Tags such as `!!python/name:` are never executed. */
export async function readMkdocsConfiguration(
  context: SiteContext,
  path: string,
): Promise<GeneratorConfiguration> {
  const bytes = await context.read(path);
  const text = bytes.length > configurationBytesMax ? "" : bytes.toString("utf8");
  const place = createPlacer(path, text);
  const configuration = emptyConfiguration(path, posix.join(posix.dirname(path), "docs"));
  const { root, errors } = readRoot(path, text);
  for (const { at, message } of errors) {
    const { line, column } = place(at, at);
    configuration.findings.push({ rule: "navigation", path, line, column, message });
  }
  if (root === null) return configuration;
  const { paths, sourceOf } = await addInherited(context, root, { path, text, place });
  const isZensical = isOfZensical(path, text);
  const filled = fillConfiguration({ path, root, isZensical, sourceOf }, configuration);
  const menus = await readFolderMenus(context, root.get("plugins", true), filled.docsRoot);
  return {
    ...filled,
    entries: [...filled.entries, ...menus.entries],
    inheritedFiles: paths,
    readFrom: [path, ...paths, ...menus.readFrom],
  };
}

function readRoot(
  path: string,
  text: string,
): { root: YAMLMap | null; errors: { at: number; message: string }[] } {
  if (path.endsWith(".toml")) {
    const { contents, error } = readZensical(text);
    return { root: contents, errors: error === null ? [] : [{ at: 0, message: `not valid TOML: ${error}` }] };
  }
  const { contents, errors } = readMkdocsYaml(text);
  return {
    root: isMap(contents) ? (contents as YAMLMap) : null,
    errors: errors.map(({ pos, message }) => ({
      at: pos[0],
      message: `not valid YAML: ${message.split("\n")[0]}`,
    })),
  };
}

function emptyConfiguration(path: string, docsRoot: string): GeneratorConfiguration {
  const isChecked = (one: string): boolean => docsRoot === "" || one.startsWith(`${docsRoot}/`);
  return {
    navigationFile: path,
    docsRoot,
    readFrom: [path],
    entries: [],
    unknown: { ...allKnown, navigation: `${posix.basename(path)} has no nav` },
    routing: null,
    headingIds: null,
    importRoots: { "@site/": "" },
    redirects: [],
    redirectHome: null,
    basePaths: [],
    staticRoots: [docsRoot],
    generatedRoutes: [],
    slugStyles: ["mkdocs"],
    textFences: "html",
    readsNoMarkdownInElements: true,
    linkStyle: "file",
    isChecked,
    hasRoute: isChecked,
    mayBeUnlisted: () => false,
    findings: [],
  };
}

function fillConfiguration(reading: Reading, empty: GeneratorConfiguration): GeneratorConfiguration {
  const folder = textOf(reading.root.get("docs_dir", true)) ?? "docs";
  const docsRoot = posix.join(posix.dirname(reading.path), folder).replace(/^\.$|^\.\/|\/$/g, "");
  const configuration = { ...emptyConfiguration(reading.path, docsRoot), findings: empty.findings };
  const below = (path: string): string => (docsRoot === "" ? path : path.slice(docsRoot.length + 1));
  const isExcluded = readIgnore(reading, configuration, "exclude_docs");
  const isDraft = readIgnore(reading, configuration, "draft_docs");
  const isUnlisted = readIgnore(reading, configuration, "not_in_nav");
  const isInside = configuration.isChecked;
  const isLeftOut = (path: string) => isExcluded(below(path)) || model.isLeftOut(below(path));
  // literate-nav reads menus that are left out of the site as well.
  configuration.isChecked = (path) =>
    isPart(path) || (isInside(path) && (model.isMenuPage(path) || !isLeftOut(path)));
  const isBuilt = (path: string) => isInside(path) && !isLeftOut(path) && !isDraft(below(path));
  configuration.hasRoute = (path) => isBuilt(path) && (!isPagePath(path) || model.isMarkdown(path));
  configuration.mayBeUnlisted = (path) => isUnlisted(below(path)) || isTranslation(below(path));
  const siteUrl = textOf(reading.root.get("site_url", true));
  configuration.basePaths = findBasePaths(siteUrl);
  configuration.ownHost = URL.parse(siteUrl ?? "")?.host ?? null;
  readNavigation(reading, configuration);
  readRedirects(reading, configuration);
  const [basePath = ""] = configuration.basePaths;
  configuration.served = { base: basePath, pathOf: (address) => address };
  const model = mkdocsModel(reading.root, { docsRoot, basePath }, reading);
  const isPart = createPartTest(model.includes, docsRoot);
  const isTranslation = (path: string) => {
    const { languages } = model;
    return languages !== null && ![null, languages.main].includes(languages.languageOf(path));
  };
  // A browser counts an address with `../` from above the site; a plugin may write the file of an entry.
  configuration.isServedElsewhere = (target, { filesBefore }) =>
    posix.normalize(target).startsWith("../") ||
    (model.hasForeignPlugins && !filesBefore.has(posix.join(docsRoot, target)));
  if (model.hasForeignPlugins) configuration.openEntries = "a plugin that is not known may add pages";
  configuration.templateFolders = model.themeFolder === null ? [] : [model.themeFolder];
  configuration.isMenuPage = model.isMenuPage;
  configuration.readsWikilinks = model.readsWikilinks;
  configuration.showsLeftOut = model.includes.kinds.length > 0;
  configuration.routing = mkdocsRouting(model, isBuilt);
  configuration.served = { base: basePath, pathOf: (address) => address };
  const { root } = reading;
  const isWhole = !model.hasForeignPlugins && !root.has("INHERIT");
  const extensions = readExtensions(
    root.get("markdown_extensions", true),
    root.get("plugins", true),
    isWhole,
  );
  if (extensions.slug === null) configuration.slugStyles = ["mkdocs", "mkdocs-unicode", "github"];
  configuration.headingIds = mkdocsHeadingIds(extensions);
  configuration.hasOtherIds = ({ idTags, hasUnevenFence }, path) =>
    hasUnevenFence ||
    (extensions.tabSlug === null && idTags.includes("===")) ||
    (extensions.hasDocstrings && idTags.includes(":::")) ||
    // It shows the beginnings of posts, with their titles.
    model.blogs.some(({ folder }) => path === `${folder}/index.md`);
  if (reading.root.has("hooks")) configuration.unknown["heading-ids"] = "a hook of the site can make ids";
  return configuration;
}

/** What MkDocs leaves out unless a line of `exclude_docs` takes it back. */
const excludedFirst = [".*", "/templates/"];

function readIgnore(
  { root, sourceOf }: Reading,
  { findings }: GeneratorConfiguration,
  key: "exclude_docs" | "draft_docs" | "not_in_nav",
): (path: string) => boolean {
  const node = root.get(key, true);
  const first = key === "exclude_docs" ? excludedFirst : [];
  const { isIgnored, unreadFrom } = matchIgnore([...first, ...linesOf(node)]);
  if (unreadFrom !== null) {
    const [start, end] = node?.range ?? [0, 0];
    const { path, place } = sourceOf(node);
    const { line, column } = place(start, end);
    findings.push({ rule: "navigation", path, line, column, message: unreadIgnoreLines(key) });
  }
  return isIgnored;
}

function findBasePaths(siteUrl: string | null): string[] {
  if (siteUrl === null || !URL.canParse(siteUrl)) return [];
  const path = new URL(siteUrl).pathname.replace(/\/$/, "");
  return path === "" ? [] : [path];
}

function readNavigation(reading: Reading, configuration: GeneratorConfiguration): void {
  const navigation = reading.root.get("nav", true) as Node | undefined;
  if (isSeq(navigation)) configuration.unknown.navigation = null;
  const walk = (node: unknown, depth: number): void => {
    if (depth > 100) return;
    if (isScalar(node)) addEntry(reading, configuration, node);
    else if (isSeq(node)) for (const item of node.items) walk(item, depth + 1);
    else if (isMap(node)) for (const pair of node.items) if (isPair(pair)) walk(pair.value, depth + 1);
  };
  for (const one of [navigation, ...navigationsOfLanguages(reading.root)]) walk(one, 0);
}

/** The i18n plugin may have a navigation for each language, which replaces that of the site. */
function navigationsOfLanguages(root: YAMLMap): unknown[] {
  const plugins = root.get("plugins", true) as unknown;
  const languages = (isSeq(plugins) ? plugins.items : [plugins])
    .map((holder) => at(holder, "i18n", "languages"))
    .find(isSeq);
  return languages?.items.map((language) => at(language, "nav")) ?? [];
}

/** Addresses of other sites, and what plugins put in: `!include other/mkdocs.yml`, `*.md`, `... | glob`. */
const madeElsewhere = /^(?:[a-z]+:|\/|#|[!*]include\s|\.\.\.|[^#]*\*)/i;

function addEntry(reading: Reading, configuration: GeneratorConfiguration, node: Scalar): void {
  if (typeof node.value !== "string" || node.value === "" || madeElsewhere.test(node.value)) return;
  configuration.entries.push({ target: node.value, place: placeOfScalar(reading, node) });
}

/** Returns the place of the scalar's text without quotes. */
function placeOfScalar(reading: Reading, node: Scalar): Place {
  const [start, end] = node.range ?? [0, 0];
  const { text, place } = reading.sourceOf(node);
  return /["']/.test(text[start] ?? "") ? place(start + 1, end - 1) : place(start, end);
}

/** Reads the `redirects` plugin, written as a list item or as a map member. */
function readRedirects(reading: Reading, configuration: GeneratorConfiguration): void {
  const plugins = reading.root.get("plugins", true) as unknown;
  const holders = isSeq(plugins) ? plugins.items : [plugins];
  for (const holder of holders) {
    const plugin = isMap(holder) ? holder.get("redirects", true) : undefined;
    const maps = isMap(plugin) ? plugin.get("redirect_maps", true) : undefined;
    if (!isMap(maps)) continue;
    for (const pair of maps.items) addRedirect(reading, configuration, pair as Pair<Scalar, Scalar>);
    const first = maps.items[0]?.key as Scalar | undefined;
    const start = first?.range?.[0];
    if (start === undefined || maps.flow) continue;
    const { path, text } = reading.sourceOf(first);
    const lineStart = text.lastIndexOf("\n", start - 1) + 1;
    const isToml = path.endsWith(".toml");
    // Another line is safe only in a table of its own.
    if (isToml && !/(?:^|\n)[ \t]*\[[^[\]\n]+\][ \t]*(?:#.*)?\r?\n$/.test(text.slice(0, lineStart))) continue;
    configuration.redirectHome = {
      ...{ kind: "yaml-map", path, at: lineStart },
      indent: text.slice(lineStart, start),
      ...(isToml && { isToml }),
    };
  }
}

function addRedirect(
  reading: Reading,
  configuration: GeneratorConfiguration,
  pair: Pair<Scalar, Scalar>,
): void {
  const from = textOf(pair.key);
  const to = textOf(pair.value);
  if (from === null || to === null || pair.value === null) return;
  const [source, place] = [placeOfScalar(reading, pair.key), placeOfScalar(reading, pair.value)];
  configuration.redirects.push({ from, to, place, source });
}

function linesOf(node: unknown): string[] {
  if (isSeq(node)) return node.items.map((item) => textOf(item) ?? "");
  return (textOf(node) ?? "").split("\n");
}
