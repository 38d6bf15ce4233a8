import { posix } from "node:path";
import { isHostSettings } from "../model/host-files.ts";
import type { RedirectShape } from "../model/redirect-table.ts";
import type { Site } from "../model/site.ts";
import { memberOf, parseJsonPlaces } from "../pages/parse-json-places.ts";
import { isMenuData } from "../sites/shared/data-menus.ts";
import { compareHostRedirects } from "./compare-host-redirects.ts";
import { compareMenuScript } from "./compare-menu-script.ts";
import { compareMkdocsNavigation } from "./compare-mkdocs-navigation.ts";
import { compareMystNavigation } from "./compare-myst-navigation.ts";
import { compareNavigationJson } from "./compare-navigation-json.ts";
import { compareRedirectDictionary, compareRedirectTable } from "./compare-redirect-table.ts";
import { compareZensicalNavigation } from "./compare-zensical-navigation.ts";
import { hostFilesOf } from "./plan-host-redirect.ts";

/**
 * The site's files, besides its pages, that hold navigation and redirects at the time of the call. Plain
 * data.
 */
export interface NavigationFiles {
  data: NavigationData;
  judged: JudgedFile[];
}

/** Files that hold nothing but navigation data. */
export interface NavigationData {
  paths: string[];
  /** Indexes of the entries in `dataOfOthers` that the site has. */
  others: number[];
  redirects: string[];
  hasAwesomePages: boolean;
}

interface ScriptKeys {
  /** Where the texts of menu entries and of targets of redirects begin. */
  entries: number[];
  /** List of redirects that may get further ones. */
  redirects?: { at: number; shape: RedirectShape } | undefined;
}

/** Configuration that is partly navigation. */
interface JudgedFile {
  path: string;
  before: string;
  /** Root members that may change; null for all of a JSON file. */
  keys: string[] | "mkdocs" | "myst" | "redirect-table" | "redirect-dictionary" | "host" | null | ScriptKeys;
}

const docsKeys = ["navigation", "redirects"];
const mintKeys = [...docsKeys, "tabs", "anchors", "versions"];

const dataFile = /\.(?:json|ya?ml|toml)$/;

/**
 * Files from which generators without a reader of their own take navigation and redirects: all data, no code.
 */
const dataOfOthers: {
  isUsed(files: ReadonlySet<string>, generator: string): boolean;
  isData(path: string): boolean;
}[] = [
  {
    isUsed: has(/(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/),
    isData: (path) => /(?:^|\/)(?:_category_\.(?:json|ya?ml)|sidebars\.json)$/.test(path),
  },
  { isUsed: has(/(?:^|\/)_meta\.json$/), isData: (path) => /(?:^|\/)_meta\.json$/.test(path) },
  { isUsed: (_, generator) => generator === "rspress", isData: (path) => /(?:^|\/)_nav\.json$/.test(path) },
  {
    isUsed: (_, generator) => generator === "fumadocs",
    isData: (path) => /(?:^|\/)meta(?:\.[\w-]{1,40})?\.json$/.test(path),
  },
  {
    isUsed: (files, generator) =>
      generator === "hugo" || has(/(?:^|\/)(?:hugo\.(?:toml|ya?ml|json)$|config\/_default\/)/)(files),
    isData: (path) =>
      (/(?:^|\/)config\/_default\//.test(path) && /\/menus?[./]/.test(path)) || isMenuData(path),
  },
  { isUsed: has(/(?:^|\/)_config\.yml$/), isData: isMenuData },
  { isUsed: has(/^\.gitbook\.ya?ml$/), isData: (path) => /^\.gitbook\.ya?ml$/.test(path) },
];

const awesomePages = /(?:^|\/)(?:\.pages|\.nav\.ya?ml)$/;

export async function findNavigationFiles(site: Site): Promise<NavigationFiles> {
  const { generator, navigationFile, inheritedFiles = [] } = site.configuration;
  const judged: JudgedFile[] = [];
  const paths: string[] = [];
  if (navigationFile !== null && generator === "mintlify")
    await readMintlify(site, navigationFile, judged, paths);
  if (navigationFile !== null && generator === "mkdocs") {
    for (const path of [navigationFile, ...inheritedFiles])
      judged.push({ path, before: (await site.read(path)).toString("utf8"), keys: "mkdocs" });
  }
  if (navigationFile !== null && generator === "mystmd")
    judged.push({
      path: navigationFile,
      before: (await site.read(navigationFile)).toString("utf8"),
      keys: "myst",
    });
  if (/^(?:docusaurus|mkdocs|sphinx|mystmd)$/.test(generator)) paths.push(...readMenus(site));
  judged.push(...(await readScripts(site)));
  if (generator !== "mintlify") judged.push(...(await readHosting(site)));
  const table = site.configuration.redirectTable?.path;
  const isPython = generator === "sphinx" && table?.endsWith(".py") === true;
  if (table !== undefined && (generator === "mdbook" || isPython)) {
    const before = (await site.read(table)).toString("utf8");
    judged.push({ path: table, before, keys: isPython ? "redirect-dictionary" : "redirect-table" });
  }
  const data: NavigationData = {
    paths,
    others:
      generator !== "mintlify" && generator !== "mkdocs"
        ? [...dataOfOthers.keys()].filter((index) => dataOfOthers[index]!.isUsed(site.files, generator))
        : [],
    redirects: [...site.files].filter((path) => /(?:^|\/)_redirects$/.test(path)),
    hasAwesomePages: generator === "mkdocs" && has(awesomePages)(site.files),
  };
  return { data, judged };
}

/** Joins what several sites of a repository have. */
export function joinNavigationData(all: readonly NavigationData[]): NavigationData {
  return {
    paths: all.flatMap(({ paths }) => paths),
    others: [...new Set(all.flatMap(({ others }) => others))],
    redirects: [...new Set(all.flatMap(({ redirects }) => redirects))],
    hasAwesomePages: all.some(({ hasAwesomePages }) => hasAwesomePages),
  };
}

/** Returns the sidebars of all docs and versions that are data, and the menus of folders. */
function readMenus({ configuration }: Site): Set<string> {
  const { entries, generator, navigationFile, inheritedFiles = [] } = configuration;
  const isData = (path: string) =>
    generator === "mkdocs"
      ? ![navigationFile, ...inheritedFiles].includes(path)
      : /(?:\.json|_toc\.yml)$/.test(path);
  return new Set(entries.map(({ place }) => place.path).filter(isData));
}

/** Whether the file holds only navigation, redirects or an API description. */
export function isNavigationData(data: NavigationData, path: string): boolean {
  return (
    data.paths.includes(path) ||
    isApiDescription(path) ||
    (dataFile.test(path) && data.others.some((index) => dataOfOthers[index]!.isData(path))) ||
    data.redirects.includes(path) ||
    (data.hasAwesomePages && awesomePages.test(path))
  );
}

/**
 * Returns what a new text of a configuration changes besides navigation and redirects, or null. It takes as
 * long as parsing both texts.
 */
export function judgeNavigation(
  { judged }: NavigationFiles,
  { path, text, before = null }: { path: string; text: string; before?: string | null },
): string | null {
  const file = judged.find((one) => one.path === path);
  if (file === undefined) return "it is not a file of the navigation";
  const old = before ?? file.before;
  const { keys } = file;
  if (keys === "mkdocs")
    return path.endsWith(".toml") ? compareZensicalNavigation(old, text) : compareMkdocsNavigation(old, text);
  if (keys === "myst") return compareMystNavigation(old, text);
  if (keys === "redirect-dictionary") return compareRedirectDictionary(old, text);
  if (keys === "redirect-table") return compareRedirectTable(old, text);
  if (keys === "host") return compareHostRedirects(path, old, text);
  if (keys === null || Array.isArray(keys))
    return compareNavigationJson(old, text, keys === null ? null : new Set(keys));
  return compareMenuScript({ path, text: file.before, ...keys }, old, text);
}

/** Returns the scripts that hold navigation entries or targets of redirects. */
async function readScripts({ configuration, read }: Site): Promise<JudgedFile[]> {
  const { entries: menu, redirects, redirectHome: home } = configuration;
  const scripts = new Map<string, number[]>(home?.kind === "script" ? [[home.path, []]] : []);
  const places = [...menu, ...redirects].map((one) => one.place);
  for (const place of places) {
    if (place === null || !/\.[cm]?[jt]sx?$/.test(place.path)) continue;
    const entries = scripts.get(place.path) ?? [];
    entries.push(place.start);
    scripts.set(place.path, entries);
  }
  return await Promise.all(
    [...scripts].map(async ([path, entries]) => ({
      ...{ path, before: (await read(path)).toString("utf8") },
      keys: {
        entries,
        ...(home?.kind === "script" &&
          home.path === path && { redirects: { at: home.at, shape: home.shape } }),
      },
    })),
  );
}

/** Returns the settings of hosting services that hold redirects of the site, or may. */
async function readHosting(site: Site): Promise<JudgedFile[]> {
  const own = site.configuration.redirects.flatMap(({ place }) => place?.path ?? []);
  const paths = [
    ...own.filter((path) => path.endsWith(".json")),
    ...hostFilesOf(site).filter(isHostSettings),
  ];
  return await Promise.all(
    [...new Set(paths)].map(async (path) => ({
      ...{ path, before: (await site.read(path)).toString("utf8") },
      keys: isHostSettings(path) ? "host" : ["redirects"],
    })),
  );
}

async function readMintlify(site: Site, path: string, judged: JudgedFile[], data: string[]): Promise<void> {
  const before = (await site.read(path)).toString("utf8");
  judged.push({ path, before, keys: path.endsWith("mint.json") ? mintKeys : docsKeys });
  for (const reference of new Set(site.configuration.readFrom)) {
    if (reference === path || !reference.endsWith(".json") || !site.files.has(reference)) continue;
    judged.push({ path: reference, before: (await site.read(reference)).toString("utf8"), keys: null });
  }
  for (const named of findDescriptions(before)) {
    const description = posix.join(site.configuration.docsRoot, named);
    const isJudged = judged.some((one) => one.path === description);
    if (isJudged || !/\.(?:json|ya?ml)$/i.test(description) || !site.files.has(description)) continue;
    // The navigation may name any file, and a job may write the navigation.
    const start = (await site.read(description)).toString("utf8", 0, 4_096);
    if (/["']?(?:openapi|swagger|asyncapi)["']?[ \t]{0,9}:[ \t]{0,9}["']?\d/.test(start))
      data.push(description);
  }
}

/** Finds API descriptions that `docs.json` names anywhere. */
function findDescriptions(text: string): string[] {
  const found: string[] = [];
  try {
    const waiting = [parseJsonPlaces(text)];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      for (const key of ["openapi", "asyncapi"]) {
        const named = memberOf(node, key);
        const source = named === null ? null : memberOf(named, "source");
        for (const one of [named, source, ...(named?.items ?? [])])
          if (typeof one?.value === "string") found.push(one.value);
      }
      waiting.push(...node.items, ...node.members.map((member) => member.node));
    }
  } catch {
    return [];
  }
  return found;
}

/** Recognises a description by its name, as generators do without other settings. */
function isApiDescription(path: string): boolean {
  const isHidden = path.split("/").some((part) => part.startsWith(".") || part === "node_modules");
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return !isHidden && /\.(?:json|ya?ml)$/.test(name) && /openapi|swagger|asyncapi/.test(name);
}

function has(name: RegExp): (files: ReadonlySet<string>) => boolean {
  return (files) => {
    for (const path of files) if (name.test(path)) return true;
    return false;
  };
}
