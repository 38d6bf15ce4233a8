import { posix } from "node:path";
import type { PageLink } from "../../../markdown/page-scan.ts";
import type { TargetParts } from "../../links/split-target.ts";
import { addressKey } from "../../model/address-key.ts";
import { followRedirect } from "../../model/follow-redirect.ts";
import type { Resolution } from "../../model/resolution.ts";
import type { Site } from "../../model/site.ts";
import { joinAddress, lookUpAddress, lookUpStatic, withoutBase } from "../shared/addresses.ts";
import { findNextCode } from "../shared/find-next-code.ts";
import { resolveNextFile } from "../shared/resolve-next-file.ts";
import type { NextraRoutes, NextraSite } from "./routes.ts";

/**
 * Resolves links as addresses relative to the page's own. In Markdown a trailing `.md` or `.mdx` is ignored,
 * and Next.js adds the base; in a definition they stay.
 */
export function resolveNextraLink(
  site: NextraSite,
  routes: NextraRoutes,
  whole: Site,
  from: string,
  parts: TargetParts,
  kind: PageLink["kind"],
): Resolution {
  if (kind === "image" || kind === "src") return resolveFile(site, whole, from, parts, kind);
  const path = kind === "link" ? parts.path.replace(/\.mdx?$/, "") : parts.path;
  const folder = routes.addressFolder({ path: from, facts: whole.pages.get(from) });
  const joined = joinAddress(folder, path);
  const isPlain = (kind === "href" || kind === "prop") && path.startsWith("/");
  const address = isPlain ? belowBase(site, joined) : joined;
  if (address === null) {
    // Components that show a link of Next.js add the base; what others do is not known.
    const page = kind === "prop" ? findPage(routes, whole, from, joined) : null;
    return page === null ? { kind: "unjudged", guesses: [], parts } : { kind: "page", path: page, parts };
  }
  const page = findPage(routes, whole, from, address);
  if (page !== null) return { kind: "page", path: page, parts };
  const file = lookUpStatic(whole, address) ?? findNextCode(site, whole.files, address);
  if (file !== null) return { kind: "file", path: file, parts };
  const wanted = wantedOf(site, address);
  const passing = site.followTemporary(address);
  if (passing !== null)
    return passing.isExact || site.languages !== null || isThere(site, whole, passing.to)
      ? { kind: "generated", parts }
      : { kind: "missing", wanted: [wanted ?? addressKey(address)], parts };
  const guess = lookUpAddress(whole, address);
  const to = whole.configuration.redirects.length === 0 ? null : followRedirect(whole, addressKey(address));
  if (to !== null && site.languages === null) {
    const page = lookUpAddress(whole, to.replace(/[?#].*$/s, ""));
    return { kind: "redirect", to, page, wanted: [wanted ?? addressKey(address)], parts };
  }
  if (site.mayExist(address) || site.languages !== null)
    return { kind: "unjudged", guesses: guess === null ? [] : [guess], parts };
  return { kind: "missing", wanted: wanted === null ? [addressKey(address)] : [wanted], parts };
}

/** Whether a redirect's target is another site, or something may be at it. */
function isThere(site: NextraSite, whole: Site, to: string): boolean {
  const address = to.replace(/[?#].*$/s, "");
  if (!address.startsWith("/") || /[:*]/.test(address) || site.mayExist(address)) return true;
  const found =
    lookUpAddress(whole, address) ?? lookUpStatic(whole, address) ?? findNextCode(site, whole.files, address);
  return (found ?? followRedirect(whole, addressKey(address)) ?? site.followTemporary(address)) !== null;
}

function belowBase({ basePath }: NextraSite, address: string): string | null {
  return basePath === null ? null : withoutBase(basePath, address);
}

/** A link without a language leads to the page in the language of the one that holds it. */
function findPage(routes: NextraRoutes, whole: Site, from: string, address: string): string | null {
  const language = routes.languageOf(from);
  if (language === "") return lookUpAddress(whole, address);
  const own = lookUpAddress(whole, `/${language}${address}`);
  if (own !== null) return own;
  const named = lookUpAddress(whole, address);
  return named !== null && routes.addressesOf({ path: named, facts: undefined })[0] === trimmed(address)
    ? named
    : null;
}

function trimmed(address: string): string {
  return `/${addressKey(address)}`;
}

/** Returns the file below the content that the address stands for, without its extension. */
function wantedOf({ content, languages }: NextraSite, address: string): string | null {
  if (languages !== null) return null;
  const key = addressKey(address);
  for (const { folder, address: base } of content) {
    const bare = addressKey(base);
    if (bare === "") return posix.join(folder, key);
    if (key.startsWith(`${bare}/`)) return posix.join(folder, key.slice(bare.length + 1));
  }
  return null;
}

/** A picture is imported: without a dot it may be a path from the base of the site's code. */
function resolveFile(
  site: NextraSite,
  whole: Site,
  from: string,
  parts: TargetParts,
  kind: "image" | "src",
): Resolution {
  const found = resolveNextFile(site, whole, from, parts, kind);
  const ofBase = posix.join(site.root, parts.path);
  const mayBeOfBase = !/^[./]/.test(parts.path) && whole.files.has(ofBase);
  return found.kind === "missing" && mayBeOfBase ? { kind: "unjudged", guesses: [ofBase], parts } : found;
}
