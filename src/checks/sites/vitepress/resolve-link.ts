import { posix } from "node:path";
import type { PageLink } from "../../../markdown/page-scan.ts";
import type { TargetParts } from "../../links/split-target.ts";
import type { Resolution } from "../../model/resolution.ts";
import type { Site } from "../../model/site.ts";
import { joinAddress, lookUpAddress, lookUpStatic, withoutBase } from "../shared/addresses.ts";
import type { VitepressRoutes, VitepressSite } from "./routes.ts";

/** Extensions by which VitePress takes an address for a file's, not a page's. */
export const fileName =
  /\.(?:3g2|3gp|aac|ai|apng|au|avif|bin|bmp|cer|class|conf|crl|css|csv|dll|doc|eps|epub|exe|gif|gz|ics|ief|jar|jpe|jpeg|jpg|js|json|jsonld|m4a|man|mid|midi|mjs|mov|mp2|mp3|mp4|mpe|mpeg|mpg|mpp|oga|ogg|ogv|ogx|opus|otf|p10|p7c|p7m|p7s|pdf|png|ps|qt|roff|rtf|rtx|ser|svg|t|tif|tiff|tr|ts|tsv|ttf|txt|vtt|wav|weba|webm|webp|woff|woff2|xhtml|xml|yaml|yml|zip)$/i;

/** Files that plugins of Vite write. */
const made = /^\/(?:llms[\w-]*\.txt|sitemap\.xml|(?:feed|rss|atom)\.(?:xml|rss|atom|json))$/;

/**
 * Resolves a Markdown link relative to the page's address, with `.md`, `.html` or neither; HTML as the
 * browser does.
 */
export function resolveVitepressLink(
  site: VitepressSite,
  routes: VitepressRoutes,
  whole: Site,
  from: string,
  parts: TargetParts,
  kind: PageLink["kind"],
): Resolution {
  if (kind === "image" || kind === "src") return resolveFile(whole, from, parts, kind);
  const isHtml = kind === "href";
  const folder = routes.addressFolder({ path: from, facts: whole.pages.get(from) });
  const written = parts.path.startsWith("/") && isHtml ? withoutOwnBase(site, parts.path) : parts.path;
  if (written === null) return { kind: "unjudged", guesses: [], parts };
  const address = joinAddress(folder, written);
  const wanted = [posix.join(site.docsRoot, address).replace(/^\/|\/$/g, "")];
  const file = lookUpStatic({ ...whole, configuration: publicOnly(whole) }, address);
  if (file !== null) return { kind: "file", path: file, parts };
  if (made.test(address)) return { kind: "unjudged", guesses: [], parts };
  if (fileName.test(address)) return { kind: "missing", wanted, parts };
  // Hosts lead from a folder's address without the slash to the one with it.
  const page =
    routes.lookUp(whole, address) ??
    (isHtml ? routes.lookUp(whole, `${address}/`) : null) ??
    // Those of the front matter are not looked up before the client does it, which tries the other form.
    (kind === "field" ? lookUpAddress(whole, address.replace(/\.(?:md|html)$/, "")) : null);
  if (page !== null) return { kind: "page", path: page, parts };
  const isFromAnywhere =
    from.includes("[") && !parts.path.startsWith("/") && !whole.routesBefore.has(wanted[0]!);
  if (isFromAnywhere || mayBeGenerated(whole, site, address)) return { kind: "unjudged", guesses: [], parts };
  return { kind: "missing", wanted, parts };
}

function withoutOwnBase({ base }: VitepressSite, path: string): string | null {
  return base === null ? null : withoutBase(base, path);
}

/** Only the public folder is published unchanged. */
function publicOnly({ configuration }: Site): Site["configuration"] {
  return { ...configuration, staticRoots: configuration.staticRoots.slice(0, 1) };
}

/** Resolves an image relative to its file; the meaning of an attribute depends on the tag. */
function resolveFile(whole: Site, from: string, parts: TargetParts, kind: "image" | "src"): Resolution {
  const { path } = parts;
  if (/^[@~]/.test(path)) return { kind: "unjudged", guesses: [], parts };
  const found = path.startsWith("/")
    ? lookUpStatic(whole, path)
    : [posix.join(posix.dirname(from), path)].find((one) => whole.files.has(one));
  if (found != null) return { kind: "file", path: found, parts };
  if (kind === "src") return { kind: "unjudged", guesses: [], parts };
  const beside = path.startsWith("/")
    ? posix.join(whole.configuration.staticRoots[0] ?? "", path)
    : posix.join(posix.dirname(from), path);
  return { kind: "missing", wanted: [beside], parts };
}

/** A page whose name is a parameter (`[id].md`) makes pages of that folder that have no files. */
function mayBeGenerated(whole: Site, site: VitepressSite, address: string): boolean {
  const path = posix.join(site.docsRoot, address).replace(/^\//, "");
  for (const one of whole.files) {
    const at = one.indexOf("[");
    if (at >= 0 && one.endsWith(".md") && path.startsWith(one.slice(0, at))) return true;
  }
  return false;
}
