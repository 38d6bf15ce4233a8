import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";
import { addressOfRoute } from "../shared/addresses.ts";
import { nextMiddleware } from "../shared/next-addresses.ts";
import type { Loader } from "./read-loaders.ts";
import type { RouterApp } from "./read-router.ts";
import type { LinkReading, PlacedLoader } from "./routes.ts";

/** How code shows the pages of a source. */
export interface ShownSource extends Pick<PlacedLoader, "links" | "shows"> {
  path: string;
  /** Whether it leads visitors elsewhere from some of the addresses. */
  redirects: boolean;
}

const languageFolder = /^\[(?:lang|locale|language|lng)\]\//;

/** Returns the folder of the app's pages, and the files without its folder for the language's name. */
export function readApp(
  files: ReadonlySet<string>,
  root: string,
  hasLanguages: boolean,
  router: RouterApp | null,
): { app: string | null; code: ReadonlySet<string>; pathOf: ReadonlyMap<string, string> } {
  const isFilled = (folder: string) => [...files].some((path) => path.startsWith(folder));
  const folders = [`${root}app/`, `${root}src/app/`];
  const app = router !== null ? folders[0]! : (folders.find(isFilled) ?? null);
  const pathOf = new Map<string, string>();
  const bare = (below: string) => (hasLanguages ? withoutFolder(below) : below);
  for (const path of router === null ? files : []) {
    const isOfApp = app !== null && path.startsWith(app);
    pathOf.set(isOfApp ? app + bare(path.slice(app.length)) : path, path);
  }
  for (const [below, path] of router?.pages ?? []) pathOf.set(app + bare(below), path);
  return { app, code: new Set(pathOf.keys()), pathOf };
}

/** Also behind folders in parentheses. */
function withoutFolder(below: string): string {
  const groups = /^(?:\([^/]*\)\/)*/.exec(below)![0];
  return groups + below.slice(groups.length).replace(languageFolder, "");
}

const catchAll = /^(.*?)\[(\[?\.\.\.)?[\w-]+\]?\]\/page\.[jt]sx?$/;

/** Finds the page of code at the address of a source. */
export async function findShown(
  { read }: SiteContext,
  { app, code, pathOf }: ReturnType<typeof readApp>,
  { base }: Pick<Loader, "base">,
  linkCode: LinkReading,
): Promise<ShownSource | null> {
  const found: ShownSource[] = [];
  for (const path of code) {
    const [, before, dots] =
      (app !== null && path.startsWith(app) && catchAll.exec(path.slice(app.length))) || [];
    if (before === undefined || before.includes("[") || base === null) continue;
    if (addressOfRoute(before).replace(/(?<!^)\/$/, "") !== base) continue;
    const text = (await read(pathOf.get(path)!)).toString("utf8");
    const shows = dots === undefined ? "level" : dots.startsWith("[") ? "all" : "below";
    const links = readLinks(text) ?? linkCode;
    found.push({ path, shows, links, redirects: /\b(?:permanentR|r)edirect\(/.test(text) });
  }
  return found.length === 1 ? found[0]! : null;
}

/** Null if the code says nothing of links. */
function readLinks(text: string): LinkReading | null {
  if (/\ba:\s*(?:await\s+)?createRelativeLink\(/.test(text)) return "files";
  return /\bcreateRelativeLink\b|\bresolveHref\b|\bgetPageByHref\b|(?<![\w.])a:\s|(?<![\w.])a\s*[,(]\s*\{/.test(
    text,
  )
    ? "own"
    : null;
}

const componentFile = /mdx|^components\./i;
const filesMax = 50;

/** Returns what the components for Markdown make of links. */
export async function readLinkCode({ files, read }: SiteContext, root: string): Promise<LinkReading> {
  const paths = [...files].filter(
    (path) =>
      path.startsWith(root) &&
      /\.[jt]sx?$/.test(path) &&
      componentFile.test(posix.basename(path)) &&
      !/(?:^|\/)(?:\.[^/]+|node_modules)\//.test(path),
  );
  const found: (LinkReading | null)[] = [];
  for (const path of paths.slice(0, filesMax)) {
    const text = (await read(path)).toString("utf8");
    // Others have components that are no tags of Markdown.
    if (/fumadocs-ui\/mdx|MDXComponents/.test(text)) found.push(readLinks(text));
  }
  return found.find((one) => one !== null) ?? "address";
}

/** Packages whose functions change nothing but languages, and how text is asked for. */
const quiet = /^(?:fumadocs-core\/(?:i18n(?:\/middleware)?|negotiation)|next\/server)$/;

/** Reads the code that is asked before all pages. */
export async function readMiddleware(
  { files, read }: SiteContext,
  root: string,
): Promise<{ isThere: boolean; isQuiet: boolean; addsLanguage: boolean }> {
  const path = [...files].find((one) => one.startsWith(root) && nextMiddleware.test(one.slice(root.length)));
  if (path === undefined) return { isThere: false, isQuiet: true, addsLanguage: false };
  const text = (await read(path)).toString("utf8");
  const sources = [...text.matchAll(/\b(?:from|import)\s{1,9}["']([^"'\n]{1,300})["']/g)].map(
    ([, source]) => source!,
  );
  const isQuiet = sources.every((one) => quiet.test(one) || /\/(?:i18n|shared)$/.test(one));
  return { isThere: true, isQuiet, addsLanguage: !isQuiet || text.includes("createI18nMiddleware") };
}
