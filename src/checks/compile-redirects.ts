import type { Redirect, SiteIndex } from "./site.ts";

/** Redirects ready for looking up: exact sources in a map, wildcards (`:name`, `:name*`, `*`) as patterns. */
export function compileRedirects(redirects: readonly Redirect[]): SiteIndex["redirects"] {
  const exact = new Map<string, string>();
  const wildcards: SiteIndex["redirects"]["wildcards"] = [];
  for (const { from, to } of redirects) {
    const source = normalRoute(from);
    if (/[:*]/.test(source)) wildcards.push({ ...compileWildcards(source), to });
    else if (!exact.has(source)) exact.set(source, to);
  }
  return { exact, wildcards };
}

/** A route without anchor, query, slashes at its ends and extension. */
export function normalRoute(route: string): string {
  return route
    .replace(/[#?].*$/, "")
    .replace(/^\/+|\/+$/g, "")
    .replace(/\.mdx?$/, "");
}

function compileWildcards(source: string): { pattern: RegExp; names: string[] } {
  const names: string[] = [];
  const parts = source.split("/").map((part) => toPattern(part, names));
  const pattern = parts.join("/").replace(/\/\(\.\*\)$/, "(?:/(.*))?");
  return { pattern: new RegExp(`^${pattern}$`), names };
}

function toPattern(part: string, names: string[]): string {
  if (part === "*") {
    names.push("*");
    return "(.*)";
  }
  const wildcard = /^:(\w+)([*+?]?)$/.exec(part);
  if (wildcard === null) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  names.push(wildcard[1]!);
  return wildcard[2] === "" || wildcard[2] === "?" ? "([^/]+)" : "(.*)";
}

/** The redirect's answer for one route, or null. */
export function applyRedirect(redirects: SiteIndex["redirects"], route: string): string | null {
  const exact = redirects.exact.get(route);
  if (exact !== undefined) return exact;
  for (const { pattern, names, to } of redirects.wildcards) {
    const match = pattern.exec(route);
    if (match !== null) return fill(to, names, match);
  }
  return null;
}

function fill(to: string, names: readonly string[], match: RegExpExecArray): string {
  let result = to;
  names.forEach((name, index) => {
    const mark = name === "*" ? /\*/ : new RegExp(`:${name}[*+?]?`, "g");
    result = result.replace(mark, () => match[index + 1] ?? "");
  });
  return result;
}
