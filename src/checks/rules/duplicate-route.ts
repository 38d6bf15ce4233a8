import { posix } from "node:path";
import { isPagePath } from "../../text/page-path.ts";
import type { CheckInput } from "../check-input.ts";
import { addressKey } from "../model/address-key.ts";
import { routeKey } from "../model/build-index.ts";
import type { Routing, Site, SiteConfiguration } from "../model/site.ts";
import type { Finding } from "../types.ts";

/** Generators that publish `a` and `a/index` under one address, which is all that the rule needs to know. */
const oneAddressForFolderAndFile: ReadonlySet<string> = new Set(["mintlify", "mkdocs"]);

/** No two pages may have the same address. */
export async function checkRoutes({ site, leaveOut }: CheckInput): Promise<Finding[]> {
  const { routing } = site.configuration;
  const unknown = findUnknown(site.configuration);
  if (unknown !== null) {
    leaveOut("duplicate-route", unknown);
    return [];
  }
  const owners = new Map<string, string[]>();
  const shared = new Set<string>();
  for (const path of site.pages.keys()) {
    const route = routing === null ? routeOf(site, path) : ownAddress(site, routing, path);
    if (route === null) continue;
    const paths = owners.get(route);
    if (paths === undefined) owners.set(route, [path]);
    else {
      paths.push(path);
      shared.add(route);
    }
  }
  const findings: Finding[] = [];
  for (const route of shared) {
    const [owner = "", ...others] = owners.get(route)!.sort();
    for (const path of others) {
      const message = `${owner} has the same address, /${route}`;
      const subject = { path: owner, rest: "" };
      findings.push({
        rule: "duplicate-route",
        path,
        line: 1,
        column: 1,
        message,
        target: `/${route}`,
        subject,
      });
    }
  }
  return findings;
}

/** Returns the page that has the address which a page would have at `to`, or null. */
export function findAddressOwner(site: Site, from: string, to: string): string | null {
  const { configuration, index, pages, files } = site;
  const { routing } = configuration;
  if (findUnknown(configuration) !== null || !isPagePath(to)) return null;
  const [address] = routing?.addressesOf({ path: to, facts: pages.get(from) }, files) ?? [];
  const isNamed = (pages.get(from)?.routeHints.length ?? 0) > 0;
  const route = routing === null ? (isNamed ? null : routeKey(to)) : address?.replace(/^\/+/, "");
  if (route === null || route === undefined) return null;
  const owner = routing === null ? index.routes.get(route) : index.addresses.get(addressKey(route));
  if (owner === undefined || owner === from || owner === to) return null;
  const own = routing === null ? routeOf(site, owner) : ownAddress(site, routing, owner);
  return own === route ? owner : null;
}

/** Returns why equal addresses cannot be known, to stand behind "because"; null if they can. */
function findUnknown({ generator, routing, unknown }: SiteConfiguration): string | null {
  if (unknown.routing !== null) return unknown.routing;
  if (generator === "gitbook") return "GitBook may give pages of the same name different addresses";
  if (routing !== null || oneAddressForFolderAndFile.has(generator)) return null;
  return "the addresses of this site are not known";
}

/** Null if the page has none. A slash at its end counts: it may be another address. */
function ownAddress({ pages, files }: Site, routing: Routing, path: string): string | null {
  const [address] = routing.addressesOf({ path, facts: pages.get(path) }, files);
  return address?.replace(/^\/+/, "") ?? null;
}

/** Null if the page has none, or one from its front matter. */
function routeOf({ configuration, pages, files }: Site, path: string): string | null {
  if (!configuration.hasRoute(path) || (pages.get(path)?.routeHints.length ?? 0) > 0) return null;
  // A folder's README is its page only if there is no index.
  if (/(?:^|\/)README\.[^./]+$/i.test(path)) {
    const folder = posix.dirname(path);
    if (["md", "mdx"].some((ending) => files.has(posix.join(folder, `index.${ending}`)))) return null;
  }
  return routeKey(path);
}
