import { posix } from "node:path";
import { matchGlob } from "../../text/match-glob.ts";
import { withoutDots } from "../links/keep-dot.ts";
import { plainSource } from "../pages/find-imports.ts";
import type { ActiveItem } from "./active-item.ts";
import { hasHiddenPart, isAbsolute } from "./leaving-path.ts";

/** What a project allows its pages beyond what its site already uses. */
export interface ActiveAllowance {
  /** Names of elements, components, modules and macros; `@theme/*` is a glob. */
  components: readonly string[];
  /** Host names; `*.example.com` stands for every host below that one. */
  hosts: readonly string[];
}

interface ActiveContext {
  allowed: ActiveAllowance;
  /** Keys of the items that the site used before the change. */
  used: ReadonlySet<string>;
  /** Current repository paths, and those among them that are new. */
  files: ReadonlySet<string>;
  newPaths: ReadonlySet<string>;
  docsRoot: string;
}

const inert = /\.(?:mdx?|markdown|png|jpe?g|gif|webp|avif|svg|ico|mp4|webm|mp3)$/i;
const components = /\.(?:jsx|tsx|vue|svelte|astro)$/i;
const endings = [
  "",
  ".mdx",
  ".md",
  ".jsx",
  ".tsx",
  ".astro",
  ".vue",
  "/index.mdx",
  "/index.jsx",
  "/index.tsx",
];

/** Returns why a page's item is refused, as the end of a sentence with what to do, or null. */
export function judgeItem(context: ActiveContext, page: string, item: ActiveItem): string | null {
  const { allowed, used } = context;
  if (used.has(item.key)) return null;
  if (item.kind === "file")
    return leavesRepository(context, page, item.name!)
      ? "it is not part of the repository, and a build would copy it to the site"
      : null;
  const isNamed = item.name !== undefined && allowed.components.some((glob) => matchGlob(glob)(item.name!));
  const unknown = (item.hosts ?? []).filter((host) => !isAllowedHost(allowed.hosts, host));
  if (item.kind === "load") {
    const isKnown = unknown.length === 0 && (item.hosts ?? []).length > 0;
    return isKnown ? null : explain(item, unknown);
  }
  if (item.kind === "frame") {
    const isKnown = unknown.every((host) => used.has(`load ${host}`));
    return unknown.length === 0 || (isNamed && isKnown) ? null : explain(item, unknown);
  }
  if (isNamed) return null;
  if (item.kind === "module" && isUsedFile(context, page, item.name!)) return null;
  if (item.kind === "macro" && isUsedInclude(context, page, item.key)) return null;
  return explain(item, []);
}

function explain({ name, kind }: ActiveItem, hosts: readonly string[]): string {
  if (hosts.length > 0)
    return `the site does not load from ${hosts[0]} yet; to allow it, add ${JSON.stringify(hosts[0])} to the project's setting hosts`;
  const use = "the site does not use it yet; write it as text or as a block of code";
  return name === undefined || kind === "code"
    ? use
    : `${use}, or add ${JSON.stringify(name)} to the project's setting components`;
}

export function isAllowedHost(hosts: readonly string[], host: string): boolean {
  return hosts.some((one) => {
    const wanted = one.toLowerCase();
    return wanted.startsWith("*.") ? host.endsWith(wanted.slice(1)) : host === wanted;
  });
}

/** Whether a page imports a component that existed before the change, or an existing page or picture. */
function isUsedFile(context: ActiveContext, page: string, module: string): boolean {
  const bare = plainSource(module).replace(/[?#].*$/s, "");
  return placesOf(context, page, bare).some((place) =>
    endings.some((ending) => {
      const path = `${place}${ending}`;
      if (!context.files.has(path)) return false;
      return inert.test(path) || (components.test(path) && !context.newPaths.has(path));
    }),
  );
}

function placesOf({ docsRoot, files }: ActiveContext, page: string, module: string): string[] {
  if (module.startsWith(".")) return [posix.join(posix.dirname(page), module)];
  if (module.startsWith("/")) return [posix.join(docsRoot, module), module.slice(1)];
  // In Docusaurus, the folder of its configuration.
  const [, below] = /^@site\/(.+)$/.exec(module) ?? [];
  if (below === undefined) return [];
  const roots = [...files].filter((path) => /(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/.test(path));
  return roots.map((path) => posix.join(posix.dirname(path), below));
}

/** Whether the path names a hidden file that is missing, or anything outside but a page or a picture. */
function leavesRepository(context: ActiveContext, page: string, target: string): boolean {
  if (isAbsolute(target)) return true;
  const path = target.replaceAll("\\", "/");
  const places = path.startsWith("@site/")
    ? placesOf(context, page, path)
    : [posix.dirname(page), context.docsRoot].map((folder) => posix.join(folder, path));
  if (places.some((place) => context.files.has(place))) return false;
  return hasHiddenPart(path) || (places[0]?.startsWith("../") !== false && !inert.test(path));
}

/** Includes by their keys; the rest of a target after the file is a part of it. */
const includeKeys = [
  /^macro \S+ include(?:_relative)? \s*["']?([\w./-]+)["']?$/,
  /^fence \{(?:literal)?include\}\s+([\w./-]+)$/,
  /^include (?::::\s*\{?|\.\. )(?:literal)?include(?:\}|::)?\s+([\w./-]+)$/,
  /^include <<<\s+([\w./-]+)/,
  /^include <!--@include: ([\w./-]+)(?:[#{]|$)/,
  /^include \{\{#include ([\w./-]+)/,
];

function includedBy(key: string): string | undefined {
  return includeKeys.map((one) => one.exec(key)?.[1]).find((one) => one !== undefined);
}

/** Whether a page includes the same file, perhaps from another folder: a page that moves adds nothing. */
function isIncluded(used: ReadonlySet<string>, target: string): boolean {
  const bare = (path: string | undefined) => path && withoutDots(path);
  for (const key of used)
    if (key.startsWith("include ") && bare(includedBy(key)) === bare(target)) return true;
  return false;
}

/**
 * Whether an include names a file that existed before the change: from the page's folder and within the
 * documentation (in mdBook, which keeps code beside it, within the repository), or wherever the generator
 * looks for it.
 */
function isUsedInclude(
  { used, docsRoot, files, newPaths }: ActiveContext,
  page: string,
  key: string,
): boolean {
  const target = includedBy(key);
  if (target === undefined) return false;
  const isOld = (path: string) => files.has(path) && !newPaths.has(path);
  const near = posix.join(posix.dirname(page), target);
  const isInside =
    docsRoot === "" || near.startsWith(`${docsRoot}/`) || key.startsWith("include {{#include ");
  if (!/(?:^|\/)\./.test(near) && isOld(near) && (isInside || isIncluded(used, target))) return true;
  if (!key.startsWith("macro ") || target.split("/").includes("..")) return false;
  const bare = target.replace(/^\//, "");
  for (const path of files) {
    if ((path === bare || path.endsWith(`/${bare}`)) && isOld(path)) return true;
  }
  return false;
}
