import { posix } from "node:path";
import { compareMkdocsNavigation } from "./compare-mkdocs-navigation.ts";
import { compareNavigationJson } from "./compare-navigation-json.ts";
import { memberOf, parseJsonPlaces } from "./parse-json-places.ts";
import type { Site } from "./site.ts";

/** Which files of the site hold its navigation and redirects besides its pages, as the site was when this was asked. */
export interface NavigationFiles {
  isData(path: string): boolean;
  /** What a new text of the configuration changes besides navigation and redirects, or null; null for a file that is none. */
  judge(path: string): ((text: string) => string | null) | null;
}

type Judge = (text: string) => string | null;

const docsKeys = new Set(["navigation", "redirects"]);
const mintKeys = new Set([...docsKeys, "tabs", "anchors", "versions"]);

const dataFile = /\.(?:json|ya?ml|toml)$/;

/** Files that generators without a reader of their own take navigation and redirects from: all of them data, none of them code. */
const dataOfOthers: { isUsed(files: ReadonlySet<string>): boolean; names: RegExp }[] = [
  {
    isUsed: has(/(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/),
    names: /(?:^|\/)(?:_category_\.(?:json|ya?ml)|sidebars\.json)$/,
  },
  { isUsed: has(/(?:^|\/)_meta\.json$/), names: /(?:^|\/)_meta\.json$/ },
  {
    isUsed: has(/(?:^|\/)(?:hugo\.(?:toml|ya?ml|json)$|config\/_default\/)/),
    names: /(?:^|\/)(?:config\/_default|data)\/menus?[./]/,
  },
  {
    isUsed: has(/(?:^|\/)_config\.yml$/),
    names: /(?:^|\/)_data\/(?:nav|navigation|toc|menu|sidebars?)[./]/,
  },
  { isUsed: has(/^\.gitbook\.ya?ml$/), names: /^\.gitbook\.ya?ml$/ },
];

const awesomePages = /(?:^|\/)(?:\.pages|\.nav\.ya?ml)$/;

export async function findNavigationFiles(site: Site): Promise<NavigationFiles> {
  const judges = new Map<string, Judge>();
  const data = new Set<string>();
  const { generator, navigationFile } = site.configuration;
  if (navigationFile !== null && generator === "mintlify")
    await readMintlify(site, navigationFile, judges, data);
  if (navigationFile !== null && generator === "mkdocs") {
    const before = (await site.read(navigationFile)).toString("utf8");
    judges.set(navigationFile, (text) => compareMkdocsNavigation(before, text));
  }
  const filesAtBase = new Set([...site.files].filter((path) => path.endsWith("_redirects")));
  const names = generator === "plain" ? dataOfOthers.filter(({ isUsed }) => isUsed(site.files)) : [];
  const hasAwesomePages = generator === "mkdocs" && has(awesomePages)(site.files);
  return {
    judge: (path) => judges.get(path) ?? null,
    isData: (path) =>
      data.has(path) ||
      isApiDescription(path) ||
      (dataFile.test(path) && names.some((other) => other.names.test(path))) ||
      (filesAtBase.has(path) && /(?:^|\/)_redirects$/.test(path)) ||
      (hasAwesomePages && awesomePages.test(path)),
  };
}

async function readMintlify(
  site: Site,
  path: string,
  judges: Map<string, Judge>,
  data: Set<string>,
): Promise<void> {
  const before = (await site.read(path)).toString("utf8");
  const keys = path.endsWith("mint.json") ? mintKeys : docsKeys;
  judges.set(path, (text) => compareNavigationJson(before, text, keys));
  for (const reference of new Set(site.configuration.readFrom)) {
    if (reference === path || !reference.endsWith(".json") || !site.files.has(reference)) continue;
    const own = (await site.read(reference)).toString("utf8");
    judges.set(reference, (text) => compareNavigationJson(own, text, null));
  }
  for (const named of findDescriptions(before)) {
    const description = posix.join(site.configuration.docsRoot, named);
    if (/\.(?:json|ya?ml)$/i.test(description) && site.files.has(description) && !judges.has(description))
      data.add(description);
  }
}

/** API descriptions that `docs.json` names, in any place. */
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

/** A description by its name, as generators find it that are told no other. */
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
