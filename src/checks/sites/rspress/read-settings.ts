import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";
import { readScript } from "../script/read-script.ts";
import {
  computed,
  flagMember,
  itemsOf,
  knownMember,
  member,
  type ScriptValue,
  textMember,
  textsMember,
  unwrapCall,
} from "../script/script-values.ts";
import { findAskedVersion } from "../shared/find-asked-version.ts";
import { leaveHeadings } from "../shared/markdown-plugins.ts";

/** What a configuration of Rspress says, as far as its text shows it. */
export interface Settings {
  root: ScriptValue;
  major: 1 | 2;
  docsRoot: string;
  /** Null if computed. */
  base: string | null;
  /** Names of languages and versions, which are folders; the default one is no part of addresses. */
  languages: Part;
  versions: Part;
  /** Whether the configuration computes its versions, which are none here then. */
  hasOpenVersions: boolean;
  /** Globs of files that are no pages. */
  excluded: string[];
  /** Whether files that begin with `_`, and all in such folders, are no pages. */
  hidesParts: boolean;
  /** Endings of files that are pages, with their dots. */
  endings: readonly string[];
  /** Version 2 puts a page's language and version before links that name none. */
  addsPrefix: boolean;
  /** Whether the build ends at a link of Markdown that names no page. */
  checksLinks: boolean;
  /** Whether the configuration leaves a target out of that check, as what else may serve it. */
  isLeftOut(target: string): boolean;
  /** Why addresses cannot be known, after "because"; null if they can. */
  whyUnknown: string | null;
  /** Why there may be pages without files, after "because"; null if there are none. */
  open: string | null;
  /** Whether plugins of the configuration leave the ids of headings as Rspress makes them. */
  keepsIds: boolean;
  readFrom: string[];
}

export interface Part {
  names: readonly string[];
  /** Empty if there is none. */
  main: string;
}

/** `path` is `rspress.config.*`. */
export async function readRspressSettings(context: SiteContext, path: string): Promise<Settings> {
  const { value, readFrom } = await readScript(context, path);
  const root = unwrapCall(value, /^define/);
  const folder = posix.dirname(path);
  const version = await readVersion(context, path, folder);
  const docs = root.kind === "object" ? readRoot(root) : null;
  const languages = readLanguages(root);
  const versions = readVersions(root);
  const route = knownMember(root, "route");
  const convention = member(route, "excludeConvention");
  const excluded = readExcluded(
    route,
    convention === undefined ? ["exclude"] : ["exclude", "excludeConvention"],
  );
  const base = textMember(root, "base");
  const docsRoot = posix.join(folder, docs ?? "docs").replace(/^\.$|\/$/g, "");
  const isThere = [...context.files].some((one) => docsRoot === "" || one.startsWith(`${docsRoot}/`));
  const unknown: [boolean, string][] = [
    [root.kind !== "object" || root.isOpen, "the configuration of Rspress is computed"],
    [docs === null, "root is computed in the configuration"],
    [!isThere, "the folder of the pages is not in the repository"],
    [languages === null, "the languages are computed in the configuration"],
    [versions === null, "the versions are computed in the configuration"],
    [excluded === null, "the files without a page are computed in the configuration"],
  ];
  const markdown = knownMember(root, "markdown");
  const links = knownMember(markdown, "link");
  const isComputed = member(root, "markdown") === computed;
  const lists = ["remarkPlugins", "rehypePlugins"].map((name) =>
    isComputed ? computed : member(markdown, name),
  );
  const isKnown = (source: string) => /^@rspress\//.test(source);
  return {
    ...{ root, docsRoot, major: version.major },
    base: base === computed ? null : (base ?? "/"),
    languages: languages ?? noPart,
    versions: versions ?? noPart,
    hasOpenVersions: versions === null,
    excluded: excluded ?? [],
    hidesParts: version.major === 2 && convention === undefined,
    endings: readEndings(route),
    addsPrefix: version.major === 1 || flagMember(links, "autoPrefix") !== false,
    checksLinks: version.major === 2 && flagMember(links, "checkDeadLinks") !== false,
    isLeftOut: readLeftOut(links),
    whyUnknown: unknown.find(([is]) => is)?.[1] ?? null,
    open: findOpen(root),
    keepsIds: (await Promise.all(lists.map((list) => leaveHeadings(context, list, isKnown)))).every(Boolean),
    readFrom: [...readFrom, ...version.readFrom],
  };
}

/** A function, or what is computed, may leave out any. */
function readLeftOut(links: ScriptValue | undefined): (target: string) => boolean {
  const check = member(links, "checkDeadLinks");
  if (check === undefined || (check !== computed && check.kind === "value")) return () => false;
  const targets = check === computed ? computed : textsMember(check, "excludes");
  return (target) => targets === computed || targets?.includes(target) === true;
}

const allEndings = [".js", ".jsx", ".ts", ".tsx", ".md", ".mdx"];
const noPart: Part = { names: [], main: "" };

/** Version 1 is the package `rspress`; version 2 was so only before its first release. */
async function readVersion(
  context: SiteContext,
  path: string,
  folder: string,
): Promise<{ major: 1 | 2; readFrom: string[] }> {
  const text = (await context.read(path)).toString("utf8");
  const core = await findAskedVersion(context, folder, "@rspress/core");
  const old = await findAskedVersion(context, folder, "rspress");
  const readFrom = [...new Set([...core.readFrom, ...old.readFrom])];
  const found = /^[^\d]{0,20}(\d{1,4})\./.exec(core.asked ?? old.asked ?? "")?.[1];
  if (found !== undefined) return { major: Number(found) < 2 ? 1 : 2, readFrom };
  return { major: /["']rspress\/config["']/.test(text) ? 1 : 2, readFrom };
}

/** A path below the configuration's folder, which may be joined to that folder's name. Null if computed. */
function readRoot(root: ScriptValue): string | null {
  const given = root.kind === "object" ? root.members.get("root") : undefined;
  if (given === undefined) return "docs";
  if (given.kind === "value" && typeof given.value === "string") return given.value;
  if (given.kind !== "call" || !/(?:^|\.)(?:join|resolve)$/.test(given.name)) return null;
  const texts = given.inputs.map((one) =>
    one.kind === "value" && typeof one.value === "string" ? one.value : null,
  );
  const [first, ...rest] = texts;
  if (rest.length === 0 || rest.includes(null)) return null;
  return posix.join(first ?? "", ...(rest as string[]));
}

/** What a list may leave out besides is taken for pages. Null if all of it is computed. */
function readExcluded(route: ScriptValue | undefined, names: readonly string[]): string[] | null {
  const lists = names.map((name) => {
    const items = route === undefined ? [] : itemsOf(route, name);
    const texts = items.flatMap((one) =>
      one.kind === "value" && typeof one.value === "string" ? one.value : [],
    );
    return items.length > 0 && texts.length === 0 ? null : texts;
  });
  return lists.includes(null) ? null : lists.flatMap((one) => one ?? []);
}

function readEndings(route: ScriptValue | undefined): readonly string[] {
  const given = textsMember(route, "extensions");
  return given === undefined || given === computed ? allEndings : given;
}

function readLanguages(root: ScriptValue): Part | null {
  const main = textMember(root, "lang");
  const locales = member(root, "locales") ?? member(knownMember(root, "themeConfig"), "locales");
  if (main === computed || locales === computed) return null;
  if (locales === undefined) return { names: [], main: main ?? "" };
  if (locales.kind !== "list" || locales.isOpen) return null;
  const names = locales.items.map((one) => textMember(one, "lang"));
  return names.every((one) => typeof one === "string") ? { names, main: main ?? "" } : null;
}

function readVersions(root: ScriptValue): Part | null {
  const given = member(root, "multiVersion");
  if (given === undefined) return noPart;
  const names = textsMember(given === computed ? undefined : given, "versions");
  const main = textMember(given === computed ? undefined : given, "default");
  if (given === computed || names === computed || main === computed) return null;
  return { names: names ?? [], main: main ?? "" };
}

/** Plugins that add nothing to addresses: search, feeds, drawings, scripts, themes. */
const harmless =
  /(?:search|algolia|llms|rss|sitemap|preview|playground|twoslash|mermaid|katex|math|font|analytics|gtag|zoom|last-?updated|shiki|container|sass|less|svgr|react|image|copy-?code|umami|open-?graph|plausible|tabs|theme)/i;

function findOpen(root: ScriptValue): string | null {
  if (member(knownMember(root, "route"), "include") !== undefined)
    return "route.include adds pages from elsewhere";
  const plugins = member(root, "plugins");
  if (plugins === undefined) return null;
  if (plugins === computed || plugins.kind !== "list" || plugins.isOpen)
    return "the plugins are computed in the configuration";
  const isHarmless = (one: ScriptValue) => one.kind === "call" && harmless.test(one.name);
  return plugins.items.every(isHarmless) ? null : "plugins may add pages or redirects";
}
