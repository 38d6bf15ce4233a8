import { posix } from "node:path";
import type { PageLink } from "../../../markdown/page-scan.ts";
import { matchGlob } from "../../../text/match-glob.ts";
import { decode, type TargetParts } from "../../links/split-target.ts";
import { addressKey } from "../../model/address-key.ts";
import { publishedOf } from "../../model/published-of.ts";
import type { Resolution } from "../../model/resolution.ts";
import type { PlacedPage, Routing, Site } from "../../model/site.ts";
import type { SiteIndex } from "../../model/site-index.ts";
import { joinAddress, lookUpAddress, wantedAt, withoutBase } from "../shared/addresses.ts";
import type { JekyllModel } from "./model.ts";
import { addressesOfJekyll, isRead, jekyllAddress, oldAddresses, withoutExtension } from "./routes.ts";

/** Of pages with unknown addresses, for each state of the site. */
export type UnknownPlaces = WeakMap<SiteIndex, ((path: string) => boolean)[]>;

const generatedFile =
  /^\/(?:feed\.xml|sitemap\.xml|robots\.txt|404\.html|assets\/(?:.*\.css|js\/.*)|page\d+\/|redirects\.json)/;

/**
 * Resolves links as addresses for the browser, except Liquid's (`link`, `post_url`) and those for which the
 * plugin for relative links finds a file.
 */
export function resolveJekyllLink(
  model: JekyllModel,
  unknownAt: UnknownPlaces,
  site: Site,
  from: string,
  parts: TargetParts,
  kind: PageLink["kind"],
): Resolution {
  const before = parts.template?.before ?? "";
  if (model.doublesBase && before.includes("baseurl") && before.includes("{%"))
    return { kind: "unjudged", guesses: [], parts };
  if (parts.template?.name === "link") return resolveFile(model, site, parts);
  if (parts.template?.name === "post_url") return resolvePost(model, site, parts);
  const file = parts.template === undefined ? fileOf(model, from, parts, kind) : null;
  if (file !== null && site.files.has(file)) {
    const found = asFound(model, site, file, parts);
    if (found !== null) return found;
  }
  const address = addressOf(model, site, from, parts);
  if (address === null) return { kind: "unjudged", guesses: [], parts };
  return resolveAddress(model, unknownAt, site, { address, file, parts });
}

/** A template stands for the site's base. */
export function isBelowBase({ template }: TargetParts): boolean {
  return template !== undefined && template.name !== "url";
}

/** Below the site's base; null: it is another site's, or not known. */
function addressOf(model: JekyllModel, site: Site, from: string, parts: TargetParts): string | null {
  if (isBelowBase(parts)) return posix.normalize(posix.join("/", parts.path));
  if (parts.path.startsWith("/")) return withoutBase(model.basePath, posix.normalize(parts.path));
  const [own] = addressesOfJekyll(model, placed(site, from), site.files);
  if (own === undefined) return null;
  const folder = own.endsWith("/") ? own : posix.join(own, "../");
  return withoutBase(model.basePath, joinAddress(`${model.basePath}${folder}`, parts.path));
}

function resolveAddress(
  model: JekyllModel,
  unknownAt: UnknownPlaces,
  site: Site,
  { address, file, parts }: { address: string; file: string | null; parts: TargetParts },
): Resolution {
  const bare = address.replace(/\/index\.html$/, "/");
  const page = lookUpAddress(site, bare);
  // `/a/` does not name `a.html`.
  const isFolder = bare.endsWith("/") && bare !== "/";
  if (page !== null && !(isFolder && isFile(model, site, page))) return { kind: "page", path: page, parts };
  const path = posix.join(model.root, bare).replace(/^\/|\/$/g, "");
  if (site.files.has(path) && isPublished(model, site, path)) return { kind: "file", path, parts };
  const html = [`${path}.html`, `${path}/index.html`].find((one) => site.files.has(one));
  if (html !== undefined && model.ownAddresses.size === 0 && isPublished(model, site, html))
    return { kind: "file", path: html, parts };
  if (html !== undefined || model.ownAddresses.has(bare.replace(/\/$/, "")))
    return { kind: "unjudged", guesses: [], parts };
  const isDocument = model.documents.has(bare.replace(/\/$/, ""));
  if (generatedFile.test(bare) || isDocument || (bare === "/" && mayHaveStart(model, site)))
    return { kind: "generated", parts };
  if (model.hasOthers || isOpen(model, unknownAt, site, bare))
    return { kind: "unjudged", guesses: [], parts };
  const name = path.replace(/\.html?$/, "");
  const wanted = /\.\w+$/.test(name) ? [path] : [`${name}.md`, `${name}/index.md`];
  const likely = file === null ? wanted : [file, ...wanted];
  return { kind: "missing", wanted: wantedAt(site, bare, likely), parts };
}

/** False if the change takes the start page away, and no file in another format is in its place. */
function mayHaveStart({ root }: JekyllModel, { addressesBefore, files }: Site): boolean {
  const others = ["html", "htm"].map((ending) => `${root}index.${ending}`);
  return !addressesBefore.has(addressKey("/")) || others.some((path) => files.has(path));
}

function isFile(model: JekyllModel, site: Site, page: string): boolean {
  const address = jekyllAddress(model, placed(site, page), site.files);
  return typeof address === "string" && !/\/(?:index\.html)?$/.test(address);
}

/** Whether a page whose address is not known may be there. */
function isOpen(model: JekyllModel, known: UnknownPlaces, site: Site, address: string): boolean {
  let places = known.get(site.index);
  if (places === undefined) {
    const globs = new Set<string>();
    for (const [path, facts] of publishedOf(site.configuration, site.pages)) {
      const own = jekyllAddress(model, { path, facts }, site.files);
      if (own !== null && typeof own !== "string") globs.add(withoutEnd(own.glob));
      if (model.hasOwnRedirects)
        for (const old of oldAddresses(facts)) globs.add(withoutEnd(old.replace(/^\//, "")));
    }
    places = [...globs].map(matchGlob);
    known.set(site.index, places);
  }
  const wanted = withoutEnd(address.slice(1));
  return places.some((matches) => matches(wanted));
}

/** Hosts show a page with and without them. */
function withoutEnd(address: string): string {
  return address.replace(/(?:\/|\.html)$/, "");
}

/** Returns the file that the plugin for relative links looks for. */
export function fileOf(
  model: JekyllModel,
  from: string,
  { path, rawPath, query }: TargetParts,
  kind: PageLink["kind"],
): string | null {
  if (
    model.relativeLinks === null ||
    query !== "" ||
    (kind !== "link" && kind !== "definition" && kind !== "image")
  )
    return null;
  const isDocument = /(?:^|\/)_/.test(from.slice(model.root.length));
  if (isDocument && !model.relativeLinks.inCollections) return null;
  return rawPath.startsWith("/")
    ? posix.join(model.root, path).replace(/^\//, "")
    : posix.join(posix.dirname(from), decode(path)).replace(/\/$/, "");
}

function resolveFile(model: JekyllModel, site: Site, parts: TargetParts): Resolution {
  const path = posix.join(model.root, parts.path);
  return (
    (site.files.has(path) ? asFound(model, site, path, parts) : null) ?? {
      kind: "missing",
      wanted: [path],
      parts,
    }
  );
}

function resolvePost(model: JekyllModel, site: Site, parts: TargetParts): Resolution {
  const name = `/${parts.path.replace(/^\//, "")}`;
  const wanted = posix.join(model.root, "_posts", `${name}.md`);
  const found = [...site.pages.keys()].find(
    (path) => path.includes("_posts/") && model.isMarkdown(path) && withoutExtension(path).endsWith(name),
  );
  return found === undefined
    ? { kind: "missing", wanted: [wanted], parts }
    : { kind: "page", path: found, parts };
}

function asFound(model: JekyllModel, site: Site, path: string, parts: TargetParts): Resolution | null {
  if (site.pages.has(path) && jekyllAddress(model, placed(site, path), site.files) !== null)
    return { kind: "page", path, parts };
  return isPublished(model, site, path) ? { kind: "file", path, parts } : null;
}

/** Whether a file is copied unchanged, which includes Markdown that is not a page. */
function isPublished(model: JekyllModel, site: Site, path: string): boolean {
  const below = path.slice(model.root.length);
  if (!path.startsWith(model.root) || model.isExcluded(below) || !isRead(model, below)) return false;
  return !model.isMarkdown(path) || site.pages.get(path)?.lint.frontMatter === null;
}

function placed({ pages }: Site, path: string): PlacedPage {
  return { path, facts: pages.get(path) };
}

const liquidTag =
  /^(\{%-?[ \t]*(link|post_url)[ \t]+)([^\s{}%#?](?:[^{}%#?\n]*[^\s{}%#?])?)([ \t]*-?%\})(#[^{}]*)?$/;
const liquidAddress =
  /^(?:\{\{-?[ \t]*site\.url[ \t]*-?\}\})?\{\{-?[ \t]*(?:site\.baseurl[ \t]*-?\}\}|["']([^"'{}#]*)(#[^"'{}]*)?["'][ \t]*\|[ \t]*(?:relative_url|absolute_url|prepend:[ \t]*site\.baseurl(?:[ \t]*\|[ \t]*prepend:[ \t]*site\.url)?)[ \t]*-?\}\})/;
const liquidHost = /^\{\{-?[ \t]*site\.url[ \t]*-?\}\}(?=\/)/;

/** Such as `{{ site.baseurl }}/a`, `{{ "/a" | relative_url }}` and `{% link a.md %}`, in their parts. */
export const splitLiquid: NonNullable<Routing["split"]> = (target) => {
  const tag = liquidTag.exec(target);
  if (tag !== null) return partsOfTag(tag, "");
  const host = liquidHost.exec(target)?.[0];
  if (host !== undefined && !/[{}]/.test(target.slice(host.length)))
    return partsOfAddress(target.slice(host.length), host, "url");
  const found = liquidAddress.exec(target);
  if (found === null) return null;
  const [all, quoted, inner = ""] = found;
  const rest = target.slice(all.length);
  if (quoted === undefined) {
    const link = liquidTag.exec(rest);
    if (link !== null) return partsOfTag(link, all);
    return rest.startsWith("/") && !/[{}]/.test(rest) ? partsOfAddress(rest, all, "baseurl") : null;
  }
  if (!/^(?:#[^{}]*)?$/.test(rest) || (inner !== "" && rest !== "")) return null;
  const at = all.indexOf(quoted, 2);
  const after = all.slice(at + quoted.length + inner.length);
  const parts = partsOf(quoted, "baseurl", all.slice(0, at), inner === "" ? "" : after);
  return inner === "" ? withHash(parts, after, rest) : { ...parts, hash: inner };
};

function partsOfTag([, opening, name, path, closing, hash = ""]: RegExpExecArray, before: string) {
  return withHash(partsOf(path!, name!, before + opening!, ""), closing!, hash);
}

/** The tag ends in front of the hash. */
function withHash(parts: TargetParts, between: string, hash: string): TargetParts {
  return { ...parts, hash, template: { ...parts.template!, between } };
}

function partsOf(path: string, name: string, before: string, after: string): TargetParts {
  const template = { before, after, name, language: undefined };
  return { path: decode(path), rawPath: path, query: "", hash: "", template };
}

function partsOfAddress(text: string, before: string, name: string): TargetParts {
  const [rawPath] = /^[^?#]*/.exec(text)!;
  const [query] = /^(?:\?[^#]*)?/.exec(text.slice(rawPath.length))!;
  const hash = text.slice(rawPath.length + query.length);
  return { ...partsOf(rawPath, name, before, ""), query, hash };
}
