import { posix } from "node:path";
import type { Redirect, Site } from "./site.ts";

const CHAIN_MAX = 10;

/**
 * Where the site's redirects lead from this repository path without extension ("docs/old"), chains followed, or null.
 * The answer is a target as the redirect writes it: a route with `/`, a file below the docs folder, or a URL.
 */
export function followRedirect(site: Site, key: string): string | null {
  let current = routeBelowDocs(site, key);
  let result: string | null = null;
  for (let step = 0; step < CHAIN_MAX; step += 1) {
    const next = applyOne(site.configuration.redirects, current);
    if (next === null) return result;
    result = next;
    if (/^[a-z]+:/i.test(next)) return result;
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

function normalRoute(route: string): string {
  return route
    .replace(/[#?].*$/, "")
    .replace(/^\/+|\/+$/g, "")
    .replace(/\.mdx?$/, "");
}

function applyOne(redirects: readonly Redirect[], route: string): string | null {
  for (const { from, to } of redirects) {
    const source = normalRoute(from);
    if (source === route) return to;
    if (!source.includes(":") && !source.includes("*")) continue;
    const filled = fillWildcards(source, route, to);
    if (filled !== null) return filled;
  }
  return null;
}

function fillWildcards(source: string, route: string, to: string): string | null {
  const names: string[] = [];
  const pattern = source
    .split("/")
    .map((part) => toPattern(part, names))
    .join("/")
    .replace(/\/\(\.\*\)$/, "(?:/(.*))?");
  const match = new RegExp(`^${pattern}$`).exec(route);
  if (match === null) return null;
  let result = to;
  names.forEach((name, index) => {
    result = result.replace(new RegExp(`:${name}[*+?]?`, "g"), () => match[index + 1] ?? "");
  });
  return names.length === 1 && names[0] === "_" ? result.replace("*", () => match[1] ?? "") : result;
}

function toPattern(part: string, names: string[]): string {
  if (part === "*") {
    names.push("_");
    return "(.*)";
  }
  const wildcard = /^:(\w+)([*+?]?)$/.exec(part);
  if (wildcard === null) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  names.push(wildcard[1]!);
  return wildcard[2] === "" || wildcard[2] === "?" ? "([^/]+)" : "(.*)";
}

/** The page that a redirect's answer names, or null. */
export function pageOfRedirect(site: Site, target: string): string | null {
  if (/^[a-z]+:/i.test(target)) return null;
  const key = posix.join(site.configuration.docsRoot, normalRoute(target)).replace(/^\.$|\/$/g, "");
  return site.index.routes.get(key) ?? site.index.routes.get(key.replace(/\/?(?:index|README)$/, "")) ?? null;
}
