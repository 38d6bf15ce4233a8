import { posix } from "node:path";
import type { PageLink } from "../../../markdown/page-scan.ts";
import { isPagePath } from "../../../text/page-path.ts";
import { splitTarget, type TargetParts } from "../../links/split-target.ts";
import { addressKey } from "../../model/address-key.ts";
import { followRedirect } from "../../model/follow-redirect.ts";
import type { Resolution } from "../../model/resolution.ts";
import type { Site } from "../../model/site.ts";
import { joinAddress, joinBelowBase, lookUpAddress, lookUpStatic, withoutBase } from "../shared/addresses.ts";
import type { StarlightRoutes, StarlightSite } from "./routes.ts";

/** Resolves every link as a browser's address: relative to the page's own, never naming a Markdown file. */
export function resolveStarlightLink(
  site: StarlightSite,
  routes: StarlightRoutes,
  whole: Site,
  from: string,
  parts: TargetParts,
  kind: PageLink["kind"],
): Resolution {
  if (kind === "image" || kind === "src") return resolveFile(site, whole, from, parts, kind);
  const isChanged = !site.keepsLinks && kind !== "href";
  if (isChanged && isPagePath(parts.path)) return resolvePageFile(site, routes, whole, from, parts);
  const folder = routes.addressFolder({ path: from, facts: whole.pages.get(from) });
  const address = parts.path.startsWith("/")
    ? site.base === null
      ? null
      : withoutBase(site.base, joinAddress(folder, parts.path))
    : joinBelowBase(site.base, folder, parts.path);
  if (address === null) return { kind: "unjudged", guesses: [], parts };
  const bare = address.replace(/(?<=\/)index\.html$/, "");
  const page = lookUpAddress(whole, bare);
  if (page !== null) return { kind: "page", path: page, parts };
  const index = lookUpStatic(whole, `${bare}/index.html`);
  const file = lookUpStatic(whole, bare) ?? index ?? findScript(site, routes, whole, bare);
  if (file !== null) return { kind: "file", path: file, parts };
  const wanted = [posix.join(site.docsRoot, addressKey(bare))];
  const to = whole.configuration.redirects.length === 0 ? null : followRedirect(whole, addressKey(bare));
  if (to !== null)
    return { kind: "redirect", to, page: lookUpAddress(whole, to.replace(/[?#].*$/s, "")), wanted, parts };
  if (isChanged || site.mayExist(address, isBesidePages(whole, wanted[0]!)))
    return { kind: "unjudged", guesses: [], parts };
  return { kind: "missing", wanted, parts };
}

/** Whether something that was no page before the change may answer at a link of the sidebar. */
export function mayBeServed(
  site: StarlightSite,
  routes: StarlightRoutes,
  whole: Site,
  target: string,
): boolean {
  const parts = splitTarget(posix.join("/", target));
  if (parts === null || whole.routesBefore.has(posix.join(site.docsRoot, addressKey(target)))) return false;
  const from = posix.join(site.docsRoot, "index.md");
  const found = resolveStarlightLink({ ...site, base: "/" }, routes, whole, from, parts, "href");
  return found.kind !== "missing";
}

/**
 * If a plugin writes targets, a target that names the file of a page relative to this one is meant to lead
 * there, and one from the root to the page at that address.
 */
function resolvePageFile(
  site: StarlightSite,
  routes: StarlightRoutes,
  whole: Site,
  from: string,
  parts: TargetParts,
): Resolution {
  if (parts.path.startsWith("/")) return resolveFromRoot(site, whole, parts);
  const wanted = posix.join(posix.dirname(from), parts.path);
  const bare = wanted.replace(/\.mdx?$/, "");
  const path = [wanted, `${bare}.md`, `${bare}.mdx`].find(
    (one) => whole.pages.has(one) && routes.hasRoute(one),
  );
  return path === undefined ? { kind: "missing", wanted: [wanted], parts } : { kind: "page", path, parts };
}

/** Nothing is missing but what was a page before the change: the plugin may put something in front. */
function resolveFromRoot({ base, docsRoot }: StarlightSite, whole: Site, parts: TargetParts): Resolution {
  const bare = parts.path.replace(/(?:\/index)?\.mdx?$/, "");
  const path = base === "/" ? lookUpAddress(whole, bare) : null;
  if (path !== null) return { kind: "page", path, parts };
  const wanted = posix.join(docsRoot, addressKey(bare));
  if (base !== "/" || !whole.routesBefore.has(wanted)) return { kind: "unjudged", guesses: [], parts };
  return { kind: "missing", wanted: [wanted], parts };
}

/** Only a Starlight plugin adds pages to a folder that holds pages. */
function isBesidePages(whole: Site, wanted: string): boolean {
  return (
    whole.pageFoldersBefore.has(posix.dirname(wanted)) &&
    posix.dirname(wanted) !== whole.configuration.docsRoot
  );
}

/** Finds a page in another format than Markdown. */
function findScript(
  site: StarlightSite,
  routes: StarlightRoutes,
  { files }: Site,
  address: string,
): string | null {
  const bare = posix.join(site.root, "src/pages", addressKey(address));
  const endings = [".astro", ".ts", ".js", ".html"].flatMap((end) => [bare + end, `${bare}/index${end}`]);
  const code = endings.find((path) => files.has(path));
  if (code !== undefined) return code;
  const key = addressKey(address);
  for (const path of files) {
    if (!path.endsWith(".mdoc") || !path.startsWith(`${site.docsRoot}/`)) continue;
    const twin = { path: path.replace(/\.mdoc$/, ".md"), facts: undefined };
    if (routes.addressesOf(twin, files).some((one) => addressKey(one) === key)) return path;
  }
  return null;
}

/** Resolves an image relative to its file; a path of the public folder, with the base, stays as it is. */
function resolveFile(
  { base }: StarlightSite,
  whole: Site,
  from: string,
  parts: TargetParts,
  kind: "image" | "src",
): Resolution {
  const { path } = parts;
  if (/^[@~]/.test(path)) return { kind: "unjudged", guesses: [], parts };
  const beside = posix.join(posix.dirname(from), path);
  const bare = base === null ? null : withoutBase(base, path);
  const isPublic = path.startsWith("/");
  const isThere = whole.files.has(beside);
  const found = isPublic ? bare && lookUpStatic(whole, bare) : isThere ? beside : null;
  if (found !== null) return { kind: "file", path: found, parts };
  if (kind === "src" || path.startsWith("/")) return { kind: "unjudged", guesses: [], parts };
  return { kind: "missing", wanted: [beside], parts };
}
