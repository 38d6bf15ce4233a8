import { posix } from "node:path";
import type { Redirect, RedirectHome } from "../../model/redirect-table.ts";
import type { SiteContext } from "../../model/site.ts";
import { readPathsFunction } from "../script/read-path-function.ts";
import {
  computed,
  flagMember,
  member,
  type ScriptValue,
  textMember,
  textPlace,
  textsMember,
} from "../script/script-values.ts";
import type { DocsVersion, DocusaurusSite } from "./content.ts";
import { openLists } from "./lists.ts";
import { findSidebar, type Sidebar } from "./navigation.ts";
import { readPublished } from "./read-globs.ts";
import { readLanguages } from "./read-languages.ts";
import { readIncludedVersions, readVersions } from "./read-versions.ts";
import { withWrittenPaths } from "./written-paths.ts";

type Read = { site: DocusaurusSite; sidebars: Sidebar[] };
type Plugin = { name: string; options: ScriptValue | undefined };

const harmless =
  /(?:(?:^|plugin-)client-redirects$|plugin-(?:sitemap|ideal-image|google|pwa|svgr|css-cascade|rsdoctor|vercel|debug|(?:image-)?zoom|umami|matomo|plausible|posthog|hotjar|segment)|theme-|search|sass|tailwind)/;
const computedVersions = "the versions are computed in the configuration";
const empty: ScriptValue = { kind: "object", members: new Map(), places: new Map(), isOpen: false };

/** Returns what the presets and plugins publish, or the reason why it cannot be known. */
export async function readSite(
  context: SiteContext,
  value: ScriptValue,
  root: string,
): Promise<Read | string> {
  if (value.kind !== "object") return "the configuration of Docusaurus is computed";
  const presets = readPlugins(member(value, "presets"));
  const plugins = readPlugins(member(value, "plugins"));
  if (presets.isOpen) return "the presets are computed in the configuration";
  const base = textMember(value, "baseUrl");
  const slash = flagMember(value, "trailingSlash");
  const site: DocusaurusSite = {
    ...{ root, docs: [], blogs: [], pages: [], listed: new Map(), mayListElsewhere: false },
    ...{ writesTargets: false, hasOthers: plugins.isOpen || plugins.found.some(isOther) },
    base: typeof base === "string" ? base : null,
    languages: typeof base === "string" ? readLanguages(value, base) : new Map(),
    endsWithSlash: typeof slash === "boolean" ? slash : null,
    redirects: plugins.found.flatMap(readRedirects),
    redirectHome: plugins.found.map(findRedirectHome).find((home) => home !== null) ?? null,
    makeOldAddresses: plugins.found.map(readMaker).find((maker) => maker !== undefined),
    otherRoutes: [...presets.found, ...plugins.found]
      .filter(isOther)
      .flatMap(({ options }) => routesIn(options)),
  };
  const sidebars: Sidebar[] = [];
  const reading = { context, site, sidebars };
  const isClassic = ({ name }: Plugin) => /(?:^|\/)(?:preset-)?classic$/.test(name);
  const other = presets.found.find((one) => !isClassic(one));
  // Beside the classic preset it adds pages; alone it may bring the docs.
  if (other !== undefined && !presets.found.some(isClassic))
    return `what the preset ${other.name} publishes is not known`;
  site.hasOthers ||= other !== undefined;
  for (const { options } of presets.found.filter(isClassic)) {
    const docs = partOf(options, "docs");
    const blog = partOf(options, "blog");
    const pages = partOf(options, "pages");
    if (docs === computed || blog === computed || pages === computed)
      return "the options of the preset are computed";
    const problem = docs === null ? null : await addDocs(reading, docs);
    if (problem !== null) return problem;
    if (blog !== null && !addBlog(site, blog)) return "the blog's options are computed in the configuration";
    if (pages !== null) addPages(site, pages);
  }
  for (const { name, options = empty } of plugins.found) {
    if (/(?:^|plugin-)content-docs$/.test(name)) {
      const problem = await addDocs(reading, options);
      if (problem !== null) return problem;
    } else if (/(?:^|plugin-)content-blog$/.test(name) && !addBlog(site, options))
      return "the blog's options are computed in the configuration";
    else if (/(?:^|plugin-)content-pages$/.test(name)) addPages(site, options);
  }
  return { site, sidebars };
}

/** Whether it is not known what the plugin publishes. */
const isOther = ({ name }: Plugin): boolean =>
  !harmless.test(name) && !/content-|(?:^|\/)(?:preset-)?classic$/.test(name);

/** Returns the addresses that options of any depth name as those of a plugin's own pages. */
function routesIn(options: ScriptValue | undefined): string[] {
  if (options?.kind === "list") return options.items.flatMap(routesIn);
  if (options?.kind !== "object") return [];
  return [...options.members].flatMap(([key, one]) => {
    if (one.kind !== "value") return routesIn(one);
    return routeKeys.test(key) && typeof one.value === "string" ? [one.value] : [];
  });
}

const routeKeys = /^(?:route|routePath|routeBasePath|basePath)$/;

function redirectsOf({ name, options }: Plugin): Extract<ScriptValue, { kind: "list" }> | null {
  const all = /(?:^|plugin-)client-redirects$/.test(name) ? member(options, "redirects") : undefined;
  return all === undefined || all === computed || all.kind !== "list" ? null : all;
}

function findRedirectHome(plugin: Plugin): RedirectHome | null {
  const at = redirectsOf(plugin)?.at;
  if (at === undefined) return null;
  const shape = { from: "from", to: "to", lasting: {} };
  return {
    kind: "script",
    path: at.path,
    at: at.start,
    shape,
    isForLinks: false,
    spell: (address) => address,
  };
}

/** Returns a function that makes the addresses from which redirects lead to one; null if it is not read. */
function readMaker({ name, options }: Plugin): DocusaurusSite["makeOldAddresses"] {
  const isMeant = /(?:^|plugin-)client-redirects$/.test(name) && options?.kind === "object";
  const made = isMeant ? options.members.get("createRedirects") : undefined;
  if (made === undefined) return undefined;
  return made.kind === "transform" ? readPathsFunction(made) : null;
}

/** Returns the redirects that are written out: each has one source or several. */
function readRedirects(plugin: Plugin): Redirect[] {
  return (redirectsOf(plugin)?.items ?? []).flatMap((one) => {
    const to = one.kind === "object" ? one.members.get("to") : undefined;
    const from = textMember(one, "from");
    const sources = typeof from === "string" ? [from] : textsMember(one, "from");
    if (to?.kind !== "value" || typeof to.value !== "string" || !Array.isArray(sources)) return [];
    const redirect = { to: to.value, place: to.place, isTemporary: true } as const;
    return sources.map((source) => ({ from: source, ...redirect, ...textPlace(one, "from") }));
  });
}

/** Null if switched off. */
function partOf(options: ScriptValue | undefined, key: string): ScriptValue | null | typeof computed {
  if (flagMember(options, key) === false) return null;
  const found = member(options, key);
  return found === undefined ? empty : found;
}

/** `isOpen`: there are others, which are computed or functions. */
function readPlugins(value: ReturnType<typeof member>): { found: Plugin[]; isOpen: boolean } {
  if (value === undefined) return { found: [], isOpen: false };
  if (value === computed || value.kind !== "list") return { found: [], isOpen: true };
  const found: Plugin[] = [];
  let isOpen = value.isOpen;
  for (const item of value.items) {
    const [name, options] = item.kind === "list" ? item.items : [item];
    if (name?.kind === "value" && typeof name.value === "string") found.push({ name: name.value, options });
    // A plugin that is switched off is left out.
    else if (!(name?.kind === "value" && (name.value === false || name.value === null))) isOpen = true;
  }
  return { found, isOpen };
}

function textOf(options: ScriptValue, key: string, other: string): string {
  const found = textMember(options, key);
  return typeof found === "string" ? found : other;
}

interface Reading {
  context: SiteContext;
  site: DocusaurusSite;
  sidebars: Sidebar[];
}

const routeOf = (text: string): string => {
  const clean = text.replace(/^\/|\/$/g, "");
  return clean === "" ? "" : `/${clean}`;
};

/** Returns the reason if its addresses cannot be known. */
async function addDocs({ context, site, sidebars }: Reading, given: ScriptValue): Promise<string | null> {
  const options = withWrittenPaths(given, site.root);
  const read = ["path", "routeBasePath", "id"].map((key) => textMember(options, key));
  if (read.includes(computed)) return "the path of the docs is computed in the configuration";
  const isPublished = readPublished(options);
  if (isPublished === null)
    return "which pages the docs include is computed, or uses patterns that are not read";
  const parser = "numberPrefixParser";
  const takesNumbers = member(options, parser) === undefined || flagMember(options, parser);
  if (typeof takesNumbers !== "boolean") return `${parser} of the docs is not read`;
  const only = readIncludedVersions(options);
  if (only === computed) return computedVersions;
  const id = textOf(options, "id", "default");
  const kind = { plugin: id, isPublished, keepsNumbers: !takesNumbers, listFiles: openLists(options) };
  const route = routeOf(textOf(options, "routeBasePath", "docs"));
  const folder = posix.join(site.root, textOf(options, "path", "docs"));
  const isIncluded = (version: string) => only?.includes(version) ?? true;
  const listed = posix.join(site.root, id === "default" ? "versions.json" : `${id}_versions.json`);
  const versions = (await readVersions(context, listed))?.filter(isIncluded) ?? null;
  const sidebar = textMember(options, "sidebarPath");
  site.mayListElsewhere ||= sidebar === computed || member(options, "sidebarItemsGenerator") !== undefined;
  const found = typeof sidebar === "string" ? findSidebar(context, site.root, sidebar) : null;
  if (versions === null) {
    const docs: DocsVersion = { folder, route, version: null, ...kind };
    site.docs.push(docs);
    if (found !== null) sidebars.push({ path: found, docs });
    return null;
  }
  const last = textMember(options, "lastVersion");
  const own = member(options, "versions");
  if (last === computed || own === computed) return computedVersions;
  const add = (version: string, path: string): string | null => {
    const settings = member(own, version);
    const given = settings === undefined || settings === computed ? settings : textMember(settings, "path");
    if (given === computed) return "the path of a version is computed in the configuration";
    const isLast = version === (last ?? versions[0] ?? "current");
    const plain = isLast ? "" : version === "current" ? "next" : version;
    const one: DocsVersion = { folder: path, route: route + routeOf(given ?? plain), version, ...kind };
    site.docs.push(one);
    const name = `${id === "default" ? "" : `${id}_`}versioned_sidebars/version-${version}-sidebars.json`;
    if (version !== "current") sidebars.push({ path: posix.join(site.root, name), docs: one });
    else if (found !== null) sidebars.push({ path: found, docs: one });
    return null;
  };
  const hasCurrent = flagMember(options, "includeCurrentVersion") !== false && isIncluded("current");
  const problems = [hasCurrent ? add("current", folder) : null];
  const prefix = id === "default" ? "versioned_docs" : `${id}_versioned_docs`;
  for (const version of versions)
    problems.push(add(version, posix.join(site.root, prefix, `version-${version}`)));
  return problems.find((problem) => problem !== null) ?? null;
}

function addBlog(site: DocusaurusSite, given: ScriptValue): boolean {
  const options = withWrittenPaths(given, site.root);
  const read = ["path", "routeBasePath"].map((key) => textMember(options, key));
  const isPublished = readPublished(options);
  if (read.includes(computed) || isPublished === null) return false;
  site.blogs.push({
    folder: posix.join(site.root, textOf(options, "path", "blog")),
    route: routeOf(textOf(options, "routeBasePath", "blog")),
    ...{ plugin: textOf(options, "id", "default"), isPublished, listFiles: openLists(options) },
  });
  return true;
}

/** What is computed, or published by patterns that are not read, may be any address. */
function addPages(site: DocusaurusSite, given: ScriptValue): void {
  const options = withWrittenPaths(given, site.root);
  const read = ["path", "routeBasePath"].map((key) => textMember(options, key));
  const isPublished = readPublished(options, { withScripts: true });
  if (read.includes(computed) || isPublished === null) site.hasOthers = true;
  else
    site.pages.push({
      folder: posix.join(site.root, textOf(options, "path", "src/pages")),
      route: routeOf(textOf(options, "routeBasePath", "/")),
      ...{ plugin: textOf(options, "id", "default"), isPublished },
    });
}
