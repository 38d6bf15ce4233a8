import { posix } from "node:path";
import { matchIgnore } from "../../model/match-ignore.ts";
import type { SiteContext } from "../../model/site.ts";
import { allKnown, type GeneratorConfiguration } from "../generator.ts";
import { readDataMenus } from "../shared/data-menus.ts";
import { isSettings, readSettings, type Settings, settingAt, textAt } from "../shared/read-settings.ts";
import { hasJekyllIds, jekyllHeadingIds } from "./heading-ids.ts";
import type { DefaultPermalink, JekyllModel } from "./model.ts";
import { haveOwnPluginsPages } from "./own-plugins.ts";
import { renderJekyllLink } from "./render-link.ts";
import { replacesRedirects } from "./replaces-redirects.ts";
import { resolveJekyllLink, splitLiquid, type UnknownPlaces } from "./resolve-link.ts";
import { addressesOfJekyll, collectionAddress, hasJekyllRoute } from "./routes.ts";

/** Plugins that add no page and change no address, besides those that are read. */
const harmless =
  /^jekyll-(?:feed|sitemap|seo-tag|include-cache|mentions|gist|github-metadata|titles-from-headings|default-layout|relative-links|optional-front-matter|readme-index|redirect-from|remote-theme|avatar|coffeescript|commonmark-ghpages|toc|swiss|watch|last-modified-at|loading-lazy)$|^(?:jemoji|github-pages|kramdown.*|just-the-docs|minima|webrick)$/;
const always = [
  ".sass-cache/",
  ".jekyll-cache/",
  "gemfiles/",
  "Gemfile",
  "Gemfile.lock",
  "node_modules/",
  "vendor/",
];
const filesMax = 300;

/** `path` is `_config.yml`. */
export async function readJekyllConfiguration(
  context: SiteContext,
  path: string,
): Promise<GeneratorConfiguration> {
  const settings = await readSettings(context, path);
  const folder = posix.dirname(path) === "." ? "" : posix.dirname(path);
  const root = posix.join(folder, textAt(settings, "source") ?? "", "/").replace(/^\.?\/$/, "");
  const model = await readModel(context, settings ?? {}, { folder, root });
  const routing = settings === null ? "_config.yml cannot be read" : findUnread(settings);
  const unknownAt: UnknownPlaces = new WeakMap();
  const docsRoot = root.replace(/\/$/, "");
  const menus = await readDataMenus(context, root);
  const isChecked = (one: string): boolean =>
    one.startsWith(root) && !/(?:^|\/)(?:\.[^/]+|node_modules|vendor)\//.test(one);
  return {
    navigationFile: null,
    docsRoot,
    textFences: "html",
    readFrom: [path, ...menus.paths, ...scriptsOf(context.files, root)],
    entries: menus.entries,
    unknown: {
      ...allKnown,
      routing,
      "heading-ids": readsHeadings(settings) ? null : "the configuration changes how Markdown is read",
      navigation: "Jekyll's navigation is up to the theme",
      entries: menus.unknown,
    },
    routing: {
      addressesOf: (page, files) => addressesOfJekyll(model, page, files),
      addressFolder: (page) => {
        const own = addressesOfJekyll(model, page, new Set())[0] ?? "/";
        return own.endsWith("/") ? own : posix.join(own, "../");
      },
      resolve: (...input) => resolveJekyllLink(model, unknownAt, ...input),
      renderPath: (...input) => renderJekyllLink(model, ...input),
      templates: ["link", "post_url"],
      includes: { kinds: ["liquid-include"], folders: null, root: docsRoot, staysBelow: true },
      split: splitLiquid,
      findEntry: menus.findEntry,
      renderEntry: ({ files }, target, page) =>
        menus.renderEntry(addressesOfJekyll(model, page, files), target),
    },
    headingIds: jekyllHeadingIds,
    readsNoMarkdownInElements: true,
    hasOtherIds: hasJekyllIds,
    bringsNoIds: (name) => model.includesWithoutIds.has(name),
    importRoots: {},
    redirects: [],
    redirectHome: null,
    served: { base: model.basePath, pathOf: (address) => address },
    oldAddressField: model.hasRedirects ? { name: "redirect_from" } : null,
    ...{ basePaths: [], ownHost: URL.parse(textAt(settings, "url") ?? "")?.host ?? null },
    staticRoots: [docsRoot],
    generatedRoutes: [],
    slugStyles: ["github"],
    linkStyle: "either",
    isChecked,
    hasRoute: (one) => isChecked(one) && hasJekyllRoute(model, one),
    mayBeUnlisted: () => true,
    findings: [],
  };
}

async function readModel(
  context: SiteContext,
  settings: Settings,
  { folder, root }: { folder: string; root: string },
): Promise<JekyllModel> {
  const gems = posix.join(folder, "Gemfile");
  const gemfile = context.files.has(gems)
    ? (await context.read(gems)).toString("utf8").replace(/^[ \t]*#.*/gm, "")
    : null;
  // Without a Gemfile it is GitHub that builds the site.
  const isPages = gemfile === null || gemfile.includes("github-pages");
  const listed = [settingAt(settings, "plugins"), settingAt(settings, "gems")].flatMap((one) =>
    Array.isArray(one) ? one.map(String) : [],
  );
  const group = (gemfile ?? "").indexOf("group :jekyll_plugins");
  const grouped = group < 0 ? "" : gemfile!.slice(group).split(/^[ \t]*end\b/m, 1)[0]!;
  const installed = [...grouped.matchAll(/gem ["']([^"']+)["']/g)].map(([, name]) => name!);
  const plugins = new Set([...listed, ...installed]);
  const has = (name: string): boolean => plugins.has(name) || (isPages && pagesPlugins.has(name));
  const excluded = settingAt(settings, "exclude");
  const included = settingAt(settings, "include");
  const isOn = (key: string): boolean => settingAt(settings, key, "enabled") !== false;
  const permalink = textAt(settings, "permalink") ?? "date";
  const collections = collectionsOf(settings);
  const basePath = (textAt(settings, "baseurl") ?? "").replace(/\/$/, "");
  const extensions = (textAt(settings, "markdown_ext") ?? "markdown,mkdown,mkdn,mkd,md")
    .toLowerCase()
    .split(",");
  const listsOldAddresses = plugins.has("jekyll-redirect-from");
  const hasOwnRedirects = listsOldAddresses && (await replacesRedirects(context, root));
  const isMarkdown = (one: string): boolean => extensions.includes(posix.extname(one).slice(1).toLowerCase());
  return {
    root,
    basePath,
    doublesBase: !isPages && basePath !== "",
    permalink,
    defaults: readDefaults(settings),
    collections,
    isExcluded: matchIgnore([
      ...always,
      "_site/",
      ...(Array.isArray(excluded) ? excluded.map(asPattern) : []),
    ]).isIgnored,
    isIncluded: matchIgnore(Array.isArray(included) ? included.map(String) : []).isIgnored,
    relativeLinks:
      has("jekyll-relative-links") && isOn("relative_links")
        ? { inCollections: settingAt(settings, "relative_links", "collections") === true }
        : null,
    needsNoFrontMatter: has("jekyll-optional-front-matter") && isOn("optional_front_matter"),
    hasReadmeIndex: has("jekyll-readme-index") && isOn("readme_index"),
    readsReadmes: settingAt(settings, "readme_index", "with_frontmatter") === true,
    hasRedirects: listsOldAddresses && !hasOwnRedirects,
    hasOwnRedirects,
    timezone: textAt(settings, "timezone"),
    ownAddresses: await readOwnAddresses(context, root),
    includesWithoutIds: await findIncludesWithoutIds(context, root),
    isMarkdown,
    documents: documentsOf(context.files, { root, collections, permalink, isMarkdown }),
    hasOthers:
      [...plugins].some((name) => !harmless.test(name)) ||
      (await haveOwnPluginsPages(context, {
        paths: scriptsOf(context.files, root),
        isElsewhere: settingAt(settings, "plugins_dir") !== undefined,
      })),
  };
}

function scriptsOf(files: ReadonlySet<string>, root: string): string[] {
  return [...files].filter((path) => path.startsWith(`${root}_plugins/`) && path.endsWith(".rb"));
}

/** Plugins that GitHub turns on. */
const pagesPlugins = new Set([
  "jekyll-relative-links",
  "jekyll-optional-front-matter",
  "jekyll-readme-index",
]);

/** A name is a path below the source folder. */
function asPattern(one: unknown): string {
  const text = String(one).replace(/^\//, "");
  return text.includes("*") ? text : `/${text}`;
}

function collectionsOf(settings: Settings): Map<string, string> {
  const given = settingAt(settings, "collections");
  const found = new Map<string, string>();
  for (const [name, options] of Object.entries(isSettings(given) ? given : {})) {
    const template = textAt(options, "permalink");
    if (name === "posts") {
      if (template !== null) found.set(name, template);
    } else if (settingAt(options, "output") === true) found.set(name, template ?? "");
  }
  return found;
}

/** Templates that stand in for `permalink`; the last one that applies counts. */
function readDefaults(settings: Settings): DefaultPermalink[] {
  const given = settingAt(settings, "defaults");
  const found = (Array.isArray(given) ? given : []).flatMap((one): DefaultPermalink[] => {
    const template = textAt(one, "values", "permalink");
    const path = textAt(one, "scope", "path")?.replace(/^\//, "") ?? "";
    const type = textAt(one, "scope", "type")?.replace(/^(post|page|draft)$/, "$1s") ?? null;
    return template === null ? [] : [{ path, type, template }];
  });
  return found.sort(
    (a, b) => a.path.length - b.path.length || Number(a.type !== null) - Number(b.type !== null),
  );
}

/** Why addresses cannot be known, or null. */
function findUnread(settings: Settings): string | null {
  if (readDefaults(settings).some(({ path }) => path.includes("*")))
    return "the defaults of _config.yml give pages addresses by a pattern";
  if (settingAt(settings, "collections_dir") !== undefined) return "collections_dir is set";
  if (Array.isArray(settingAt(settings, "include"))) return null;
  return null;
}

function readsHeadings(settings: unknown): boolean {
  const engine = textAt(settings, "markdown");
  const input = textAt(settings, "kramdown", "input");
  // GitHub's Markdown leaves marks out of ids, whatever `auto_id_stripping` says.
  const isOwn =
    settingAt(settings, "kramdown", "auto_ids") !== false &&
    (textAt(settings, "kramdown", "auto_id_prefix") ?? "") === "";
  return (
    (engine === null || engine.toLowerCase() === "kramdown") && (input === null || input === "GFM") && isOwn
  );
}

/** Returns addresses in the front matter of pages in HTML and other formats. */
async function readOwnAddresses({ files, read }: SiteContext, root: string): Promise<Set<string>> {
  const paths = [...files].filter(
    (path) => path.startsWith(root) && path.endsWith(".html") && !/(?:^|\/)_/.test(path.slice(root.length)),
  );
  const found = new Set<string>();
  for (const path of paths.slice(0, filesMax)) {
    const start = (await read(path)).toString("utf8", 0, 4_096);
    const given = /^permalink:[ \t]*["']?([^\s"']+)/m.exec(start)?.[1];
    if (given !== undefined) found.add(`/${given}`.replace(/^\/{2,}/, "/").replace(/\/$/, ""));
  }
  return found;
}

const makesIds =
  /<h[1-6]\b|\b(?:id|name)=|markdownify|^ {0,3}#{1,6}[ \t]|^ {0,3}(?:=+|-+)[ \t]*$|\{%-?[ \t]*include/m;

async function findIncludesWithoutIds({ files, read }: SiteContext, root: string): Promise<Set<string>> {
  const folder = `${root}_includes/`;
  const found = new Set<string>();
  for (const path of [...files].filter((one) => one.startsWith(folder)).slice(0, filesMax))
    if (!makesIds.test((await read(path)).toString("utf8"))) found.add(path.slice(folder.length));
  return found;
}

/** Whether each has front matter is not looked at: without it, it is copied beside its address. */
function documentsOf(
  files: ReadonlySet<string>,
  model: Pick<JekyllModel, "root" | "collections" | "permalink" | "isMarkdown">,
): Set<string> {
  const others = [...files].filter((path) => path.startsWith(`${model.root}_`) && !model.isMarkdown(path));
  const addresses = others.map((path) => collectionAddress(model, path.slice(model.root.length)));
  return new Set(addresses.filter((one) => one !== null).map((one) => one.replace(/\/$/, "")));
}
