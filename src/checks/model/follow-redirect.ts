import { posix } from "node:path";
import { applyRedirect, normalRoute } from "./compile-redirects.ts";
import type { Site } from "./site.ts";

const chainMax = 10;

/**
 * Returns where the site's redirects lead from this repository path without extension ("docs/old"), following
 * chains, or null. The answer is a target as the redirect writes it: a route with `/`, a file below the docs
 * folder, or a URL.
 */
export function followRedirect(site: Site, key: string): string | null {
  const { followed } = site.index;
  const route = routeBelowDocs(site, key);
  const known = followed.get(route);
  if (known !== undefined) return known;
  const bases = site.configuration.basePaths.map((base) => normalRoute(`${base}/${route}`));
  const end = [route, ...bases].reduce<string | null>((found, one) => found ?? followRoute(site, one), null);
  followed.set(route, end);
  return end;
}

function followRoute(site: Site, route: string): string | null {
  let current = route;
  let result: string | null = null;
  for (let step = 0; step < chainMax; step += 1) {
    const next = applyRedirect(site.index.redirects, current);
    if (next === null) return result;
    result = next;
    // `/a/:path*` leads from `/a` to itself, where the page is.
    if (/^[a-z]+:/i.test(next) || pageOfRedirect(site, next) !== null) return result;
    current = normalRoute(next);
  }
  return null;
}

function routeBelowDocs(site: Site, key: string): string {
  const { docsRoot } = site.configuration;
  return normalRoute(
    docsRoot !== "" && key.startsWith(`${docsRoot}/`) ? key.slice(docsRoot.length + 1) : key,
  );
}

/** Returns the page that a redirect's answer names, or null. */
export function pageOfRedirect(site: Site, target: string): string | null {
  if (/^[a-z]+:/i.test(target)) return null;
  const { docsRoot, basePaths } = site.configuration;
  const { routes } = site.index;
  const bases = basePaths.filter((base) => target.startsWith(`${base}/`));
  for (const one of [target, ...bases.map((base) => target.slice(base.length))]) {
    const key = posix.join(docsRoot, normalRoute(one)).replace(/^\.$|\/$/g, "");
    const page = routes.get(key) ?? routes.get(key.replace(/\/?(?:index|README)$/, ""));
    if (page !== undefined) return page;
  }
  return null;
}
