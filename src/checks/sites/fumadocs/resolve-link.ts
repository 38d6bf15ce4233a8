import { posix } from "node:path";
import type { PageLink } from "../../../markdown/page-scan.ts";
import type { TargetParts } from "../../links/split-target.ts";
import { addressKey } from "../../model/address-key.ts";
import { followRedirect } from "../../model/follow-redirect.ts";
import type { Resolution } from "../../model/resolution.ts";
import type { Site } from "../../model/site.ts";
import {
  joinAddress,
  joinBelowBase,
  lookUpAddress,
  lookUpStatic,
  wantedAt,
  withoutBase,
} from "../shared/addresses.ts";
import { resolveNextFile } from "../shared/resolve-next-file.ts";
import type { FumadocsRoutes, FumadocsSite, Located } from "./routes.ts";

/** Links of Markdown, and those of components, are built by Next.js, which adds the base. */
export function resolveFumadocsLink(
  site: FumadocsSite,
  routes: FumadocsRoutes,
  whole: Site,
  from: string,
  parts: TargetParts,
  kind: PageLink["kind"],
): Resolution {
  // What is HTML in pages of Markdown is left out.
  if (/\.md$/.test(from) && (kind === "href" || kind === "src")) return { kind: "skipped" };
  if (kind === "image" || kind === "src") return resolveNextFile(site, whole, from, parts, kind);
  const own = routes.locate(from);
  const isWritten = kind === "link" || kind === "definition";
  const file = isWritten && own !== null ? resolveByFile(routes, whole, own, from, parts) : null;
  if (file !== null) return { kind: "page", path: file, parts };
  if (site.hasOwnRouter && parts.path !== "" && !parts.path.startsWith("/"))
    return { kind: "unjudged", guesses: [], parts };
  const path = withoutParameter(own, parts.path, kind);
  const folder = routes.addressFolder({ path: from });
  const isPlain = kind === "href" && path.startsWith("/");
  const address = isPlain
    ? withoutKnownBase(site, posix.normalize(path))
    : path.startsWith("/")
      ? joinAddress(folder, path)
      : joinBelowBase(site.basePath, folder, path);
  if (address === null) return { kind: "unjudged", guesses: [], parts };
  const found = resolveAddress(site, routes, whole, { from, address, parts });
  const isOpen = isWritten && own?.loader.links === "own" && found.kind === "missing";
  return isOpen && !wasThere(whole, address) ? { kind: "unjudged", guesses: [], parts } : found;
}

/** Components put the page's language in the place of a parameter: `/[lang]/docs`. */
const languageParameter = /^\/\[(?:lang|locale|language|lng)\](?=\/|$)/;

function withoutParameter(own: Located | null, path: string, kind: PageLink["kind"]): string {
  const isRead = own !== null && own.language !== "" && (kind === "prop" || own.loader.links === "own");
  const bare = isRead ? path.replace(languageParameter, "") : path;
  if (bare === path) return path;
  const { languages } = own!.loader;
  const isHidden = languages!.hidesMain && own!.language === languages!.main;
  return isHidden ? bare || "/" : `/${own!.language}${bare}`;
}

/** Returns the parameter for the language with which a target begins, "" if there is none. */
export function parameterOf(path: string): string {
  return languageParameter.exec(path)?.[0] ?? "";
}

/** Whether links of a page's Markdown may name files, and this one does: with a dot, and no query. */
export function namesFile(own: Located | null, parts: Pick<TargetParts, "rawPath" | "query">): boolean {
  if (own === null || own.loader.links === "address") return false;
  return /^\.\.?\//.test(parts.rawPath) && /\.mdx?$/.test(parts.rawPath) && parts.query === "";
}

function resolveByFile(
  routes: FumadocsRoutes,
  { files }: Site,
  own: Located,
  from: string,
  parts: TargetParts,
): string | null {
  if (!namesFile(own, parts)) return null;
  // The language's folder counts here, and names no page.
  const isInFolder = own.loader.languages?.isFolder === true && isBelowLanguage(own, from);
  if (isInFolder) return null;
  const path = joinVirtual(posix.dirname(own.path), parts.path);
  return routes.pageAt(own, path, files);
}

export function isBelowLanguage({ path, language }: Located, from: string): boolean {
  return from.endsWith(`/${language}/${path}`);
}

/** Joins as Fumadocs does: `..` stays below the first folder. */
function joinVirtual(folder: string, path: string): string {
  const names: string[] = [];
  for (const name of `${folder}/${path}`.split("/"))
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  return names.join("/");
}

function withoutKnownBase({ basePath }: FumadocsSite, address: string): string | null {
  return basePath === null ? null : withoutBase(basePath, address);
}

function wasThere({ addressesBefore }: Site, address: string): boolean {
  return addressesBefore.has(addressKey(address));
}

function resolveAddress(
  site: FumadocsSite,
  routes: FumadocsRoutes,
  whole: Site,
  { from, address, parts }: { from: string; address: string; parts: TargetParts },
): Resolution {
  const page = findPage(routes, whole, from, address);
  if (page !== null) return { kind: "page", path: page, parts };
  const file = lookUpStatic(whole, address) ?? findCode(site, address);
  if (file !== null) return { kind: "file", path: file, parts };
  const wanted = wantedAt(whole, address, wantedOf(site, address));
  const passing = site.followTemporary(address);
  if (passing !== null)
    return passing.isExact ||
      site.mayExist(passing.to) ||
      leadsSomewhere(site, routes, whole, from, passing.to)
      ? { kind: "generated", parts }
      : { kind: "missing", wanted, parts };
  const to = whole.configuration.redirects.length === 0 ? null : followRedirect(whole, addressKey(address));
  if (to !== null) {
    const target = to.startsWith("/") ? findPage(routes, whole, from, to.replace(/[?#].*$/s, "")) : null;
    return { kind: "redirect", to, page: target, wanted, parts };
  }
  if (site.mayExist(withoutLanguage(site, address)) && !wasThere(whole, address))
    return { kind: "unjudged", guesses: [], parts };
  return { kind: "missing", wanted, parts };
}

/** Returns the files below the collections that the address may stand for, without their endings. */
function wantedOf({ loaders, ...site }: FumadocsSite, address: string): string[] {
  const bare = withoutLanguage({ loaders, ...site }, address);
  const found = loaders.flatMap(({ base, parts }) => {
    const start = base === "/" ? "/" : `${base}/`;
    if (!bare.startsWith(start)) return [];
    const below = addressKey(bare.slice(start.length));
    return parts.map(({ collection }) => ({ path: collection.folder + below, length: start.length }));
  });
  const longest = Math.max(...found.map(({ length }) => length));
  const likely = found.filter(({ length }) => length === longest).map(({ path }) => path);
  return likely.length === 0 ? [addressKey(address)] : likely;
}

function leadsSomewhere(
  site: FumadocsSite,
  routes: FumadocsRoutes,
  whole: Site,
  from: string,
  to: string,
): boolean {
  const address = to.replace(/[?#].*$/s, "");
  if (!address.startsWith("/") || /[:*]/.test(address)) return true;
  return (
    findPage(routes, whole, from, address) !== null ||
    lookUpStatic(whole, address) !== null ||
    findCode(site, address) !== null ||
    followRedirect(whole, addressKey(address)) !== null
  );
}

/** A link without a language leads to the page in the language of the one that holds it. */
export function findPage(routes: FumadocsRoutes, whole: Site, from: string, address: string): string | null {
  const own = routes.locate(from);
  const named = lookUpAddress(whole, address);
  if (named === null || own === null || own.language === "") return named;
  const { languages } = own.loader;
  const isNamed = languages!.names.includes(address.split("/")[1] ?? "");
  if (isNamed || languages!.hidesMain || routes.locate(named)?.loader !== own.loader) return named;
  return lookUpAddress(whole, `/${own.language}${address}`) ?? named;
}

function findCode(site: FumadocsSite, address: string): string | null {
  return site.code.get(addressKey(withoutLanguage(site, address))) ?? null;
}

/** Returns the address without the name of a language at its beginning. */
export function withoutLanguage({ loaders }: FumadocsSite, address: string): string {
  const [, first = ""] = address.split("/");
  const isLanguage = loaders.some(({ languages }) => languages?.names.includes(first) === true);
  return isLanguage ? address.slice(first.length + 1) || "/" : address;
}
