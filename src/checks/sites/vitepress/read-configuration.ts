import { posix } from "node:path";
import type { IncludeSettings } from "../../model/include-settings.ts";
import { matchIgnore } from "../../model/match-ignore.ts";
import type { Site, SiteContext } from "../../model/site.ts";
import { allKnown, type GeneratorConfiguration } from "../generator.ts";
import { readScript } from "../script/read-script.ts";
import {
  computed,
  flagMember,
  member,
  type ScriptValue,
  textMember,
  textsMember,
} from "../script/script-values.ts";
import { lookUpAddress, readHost } from "../shared/addresses.ts";
import type { Language, Languages } from "../shared/find-translations.ts";
import { readIgnoredLinks } from "./dead-links.ts";
import { findPageWriter } from "./find-page-writer.ts";
import { hashesOf } from "./hashes.ts";
import { vitepressHeadingIds } from "./heading-ids.ts";
import { type HeadingSettings, readHeadingSettings, vitepressHeadings } from "./heading-settings.ts";
import { readMenus } from "./navigation.ts";
import { readRoot } from "./read-root.ts";
import { readVersion } from "./read-version.ts";
import { renderVitepressLink } from "./render-link.ts";
import { resolveVitepressLink } from "./resolve-link.ts";
import { compileRewrites, createRoutes, type VitepressRoutes, type VitepressSite } from "./routes.ts";

const isComputed = "the configuration of VitePress is computed";
const ownIds = "the configuration gives headings its own ids";

/** `path` is `.vitepress/config.*`. */
export async function readVitepressConfiguration(
  context: SiteContext,
  path: string,
): Promise<GeneratorConfiguration> {
  const { value, readFrom } = await readScript(context, path);
  const { root, setsMore } = readRoot(value);
  const base = path.slice(0, path.indexOf(".vitepress/"));
  const folder = textMember(root, "srcDir");
  const docsRoot = posix.join(base, typeof folder === "string" ? folder : "").replace(/^\.$|\/$/g, "");
  const read = readSite(root, docsRoot);
  const site = typeof read === "string" ? { ...emptySite(docsRoot) } : read;
  const routes = createRoutes(site);
  const isServedElsewhere = readIgnoredLinks(root);
  const isHooked = hasMarkdownHook(root);
  const { entries, patterns, areWritten } = readMenus(root);
  const version = await readVersion(context, base);
  const headings = readHeadingSettings(root, version.namesOfAttributes);
  const hashes = hashesOf(version.major, headings);
  return {
    ...hashes.configuration,
    ...{ navigationFile: path, docsRoot },
    readFrom: [...readFrom, ...version.readFrom],
    // Without routes, it is not known which page an entry names.
    entries: typeof read === "string" ? [] : entries,
    menuPatterns: patterns,
    openEntries: areWritten ? undefined : "parts of the menus are computed",
    unknown: {
      ...allKnown,
      routing: typeof read === "string" ? read : null,
      "heading-ids": findIdSetter(root, headings, setsMore) ?? (await findPageWriter(context, base)),
      entries: typeof read === "string" && entries.length > 0 ? read : null,
      navigation: "VitePress shows pages without a place in the navigation as well",
    },
    routing: {
      ...hashes.routing,
      ...{ fieldLinks: "field", countsFieldsFromPage: true, countsFromHolder: true, showsNeighbours: true },
      includes: includesOf(version.major, docsRoot),
      addressesOf: routes.addressesOf,
      addressFolder: routes.addressFolder,
      translationsOf: routes.translationsOf,
      resolve: (whole, ...input) => {
        const found = resolveVitepressLink(site, routes, whole, ...input);
        if (found.kind !== "missing") return found;
        const named = isHooked && findBeside(whole, input[0], found.parts.path);
        if (named) return { kind: "unjudged", guesses: [named], parts: found.parts };
        if (!isServedElsewhere(found.parts.rawPath)) return found;
        // A page that the change removes was not served by anything else.
        if (found.wanted.some((path) => whole.routesBefore.has(path))) return found;
        return { kind: "unjudged", guesses: [], parts: found.parts };
      },
      renderPath: (...input) => renderVitepressLink(site, routes, ...input),
      findEntry: (whole, target) => findEntry(routes, whole, target.replace(/[?#].*$/s, "")),
      renderEntry: (_, target, page) => {
        const [address] = routes.addressesOf(page, new Set());
        return address === undefined ? null : routes.spell(target, address);
      },
    },
    headingIds: vitepressHeadingIds(headings ?? vitepressHeadings),
    ...{ importRoots: { "@/": docsRoot }, readsScripts: true },
    ...{ isServedElsewhere, redirects: [], redirectHome: null },
    served: servedBy(site),
    ...{ basePaths: [], ownHost: readOwnHost(root), generatedRoutes: [] },
    staticRoots: [posix.join(docsRoot, "public"), docsRoot],
    ...{ slugStyles: ["vitepress"], linkStyle: "either" },
    isChecked: (one) => !/(?:^|\/)(?:\.[^/]+|node_modules)\//.test(one),
    hasRoute: routes.hasRoute,
    mayBeUnlisted: () => true,
    findings: [],
  };
}

/** Returns what may give headings other ids than ours. */
function findIdSetter(root: ScriptValue, headings: HeadingSettings | null, setsMore: string | null) {
  if (root.kind !== "object") return isComputed;
  if (headings === null) return ownIds;
  return setsMore && `${setsMore} may change the ids of headings`;
}

/** The host for the map of the site. */
function readOwnHost(root: ScriptValue): string | null {
  const map = member(root, "sitemap");
  return map === undefined || map === computed ? null : readHost(textMember(map, "hostname"));
}

function servedBy({ base, cleanUrls }: VitepressSite) {
  const pathOf = (address: string) => (cleanUrls || address.endsWith("/") ? address : `${address}.html`);
  return { base, pathOf };
}

/** Where `/a/` has no page, the client shows that of `/a`, and the other way round. */
function findEntry(routes: VitepressRoutes, whole: Site, address: string): string | null {
  return routes.lookUp(whole, address) ?? lookUpAddress(whole, address.replace(/\.(?:md|html)$/, ""));
}

/** Version 2 builds no site with an include in code that names no file; version 1 shows it. */
function includesOf(major: 1 | 2 | null, root: string): IncludeSettings {
  return {
    ...{
      kinds: ["comment-include", "quoted-comment-include", "code-include"],
      folders: null,
      root,
      rootMark: "@/",
    },
    ...(major !== 2 && { shownAsText: ["quoted-comment-include"] }),
  };
}

/** Returns the reason if it cannot be known. */
function readSite(root: ScriptValue, docsRoot: string): VitepressSite | string {
  if (root.kind !== "object") return isComputed;
  const srcDir = textMember(root, "srcDir");
  const excluded = textsMember(root, "srcExclude");
  if (srcDir === computed) return "srcDir is computed in the configuration";
  if (excluded === computed) return "srcExclude is computed in the configuration";
  const rewrite = compileRewrites(root);
  if (rewrite === null) return "rewrites are computed in the configuration";
  const base = textMember(root, "base");
  return {
    docsRoot,
    base: base === undefined ? "/" : base === computed ? null : base,
    cleanUrls: flagMember(root, "cleanUrls") === true,
    isExcluded: matchIgnore([
      ...(excluded ?? []).map((one) => `/${one.replace(/^\//, "")}`),
      "dist/",
      "node_modules/",
    ]).isIgnored,
    rewrite,
    languages: readLanguages(root),
  };
}

function emptySite(docsRoot: string): VitepressSite {
  return {
    docsRoot,
    base: null,
    cleanUrls: false,
    isExcluded: () => false,
    rewrite: (path) => path,
    languages: null,
  };
}

/** Null if there are none, or their menus lead where it is not known. */
function readLanguages(root: ScriptValue): Languages | null {
  const locales = member(root, "locales");
  if (locales === undefined || locales === computed || locales.kind !== "object") return null;
  const languages: Language[] = [];
  for (const [key, given] of locales.members) {
    const name = key === "root" ? "" : key;
    const link = textMember(given, "link");
    const start = typeof link === "string" ? link : name === "" ? "/" : `/${name}/`;
    const own = leadsAlong(given);
    languages.push({ name, start: start.replace(/\/?$/, "/"), hasMenus: own ?? leadsAlong(root) ?? true });
  }
  return languages.sort((a, b) => Number(b.name === "") - Number(a.name === ""));
}

/** What `i18nRouting` says; with a function, it is not known where menus lead. Null if nothing does. */
function leadsAlong(holder: ScriptValue): boolean | null {
  const theme = member(holder, "themeConfig");
  if (theme === undefined || theme === computed || theme.kind !== "object") return null;
  const found = theme.members.get("i18nRouting");
  return found === undefined ? null : found.kind === "value" && found.value === true;
}

/** Whether functions of the site change what Markdown becomes: they may lead links from file to file. */
function hasMarkdownHook(root: ScriptValue): boolean {
  const markdown = member(root, "markdown");
  if (markdown === undefined) return false;
  return markdown === computed || member(markdown, "config") !== undefined;
}

function findBeside({ files }: Site, from: string, path: string): string | null {
  const file = posix.join(posix.dirname(from), path);
  return !path.startsWith("/") && files.has(file) ? file : null;
}
