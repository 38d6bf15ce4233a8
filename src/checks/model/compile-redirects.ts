import { pageExtension } from "../../text/page-path.ts";
import { trimCharacters } from "../../text/trim-characters.ts";
import type { Redirect, WildcardRedirect } from "./redirect-table.ts";
import type { SiteIndex } from "./site-index.ts";

const wildcardCharactersMax = 20_000;
const routeCharactersMax = 2_000;

/**
 * Prepares redirects for lookups: exact sources in a map, wildcards (`:name`, `:name(a|b)`, `:name*`, `*`) as
 * parts between slashes. Redirects with wildcards are followed up to 20,000 characters in total.
 * `isOrdered`: one with wildcards comes before exact ones that stand behind it.
 */
export function compileRedirects(
  redirects: readonly Redirect[],
  { isOrdered = false }: { isOrdered?: boolean | undefined } = {},
): SiteIndex["redirects"] {
  const exact = new Map<string, string>();
  const wildcards: WildcardRedirect[] = [];
  let characters = 0;
  let unread: Redirect | null = null;
  for (const redirect of redirects) {
    const { from, to, isTemporary } = redirect;
    if (isTemporary) continue;
    const source = normalRoute(from);
    if (!/[:*]/.test(source)) {
      const isHidden = isOrdered && applyRedirect({ exact, wildcards, unread }, source) !== null;
      if (!isHidden && !exact.has(source)) exact.set(source, to);
    } else {
      characters += source.length;
      if (characters > wildcardCharactersMax) unread ??= redirect;
      else wildcards.push({ parts: source.split("/").map(toPart), to });
    }
  }
  return { exact, wildcards, unread };
}

/** Returns a route without anchor, query, outer slashes and extension. */
export function normalRoute(route: string): string {
  return trimCharacters(route.replace(/[#?].*$/s, ""), "/").replace(pageExtension, "");
}

const wildcard = /^:(\w+)(?:\(([\w.-]+(?:\|[\w.-]+)*)\)|([*+?]?))$/;

/** Whether each part of a source is text, or a wildcard that stands for whole segments (`:a`, `:a(x|y)`). */
export function isPlainSource(source: string): boolean {
  return source.split("/").every((part) => part === "*" || wildcard.test(part) || !/[:*()]/.test(part));
}

function toPart(text: string): WildcardRedirect["parts"][number] {
  if (text === "*") return { name: "*", isMany: true };
  const [, name, among, many] = wildcard.exec(text) ?? [];
  if (name === undefined) return { text };
  if (among !== undefined) return { name, isMany: false, among: among.split("|") };
  return { name, isMany: many === "*" || many === "+" };
}

/** Returns the redirect's target for one route, or null. */
export function applyRedirect(redirects: SiteIndex["redirects"], route: string): string | null {
  const exact = redirects.exact.get(route);
  if (exact !== undefined) return exact;
  if (route.length > routeCharactersMax) return null;
  const segments = route.split("/");
  for (const { parts, to } of redirects.wildcards) {
    if (!mayMatch(parts, segments)) continue;
    const values = matchParts(parts, segments);
    if (values !== null) return fill(to, values);
  }
  return null;
}

/** Excludes most routes by a cheap test before all parts are compared. */
function mayMatch(parts: WildcardRedirect["parts"], segments: readonly string[]): boolean {
  const [first, last] = [parts[0]!, parts.at(-1)!];
  const endsWithMany = "isMany" in last && last.isMany;
  if (segments.length < parts.length - (endsWithMany ? 1 : 0)) return false;
  if ("text" in first && first.text !== segments[0]) return false;
  if ("text" in last && last.text !== segments.at(-1)) return false;
  return parts.every((part) => !("text" in part) || segments.includes(part.text));
}

/**
 * Returns the value of each wildcard, the first ones as long as possible; null if the route does not match.
 * Takes time in proportion to both lengths, however many wildcards follow each other.
 */
function matchParts(
  parts: WildcardRedirect["parts"],
  segments: readonly string[],
): Map<string, string> | null {
  const fits = findFits(parts, segments);
  if (!fits[0]![0]) return null;
  const values = new Map<string, string>();
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const end = "text" in part || !part.isMany ? at + 1 : fits[index + 1]!.lastIndexOf(true);
    if ("name" in part && !values.has(part.name)) values.set(part.name, segments.slice(at, end).join("/"));
    at = end;
  }
  return values;
}

/** `fits[i][at]`: the parts from `i` on match exactly the segments from `at` on. */
function findFits(parts: WildcardRedirect["parts"], segments: readonly string[]): boolean[][] {
  const count = segments.length;
  let next = Array.from({ length: count + 1 }, (_, at) => at === count);
  const fits = [next];
  for (const [index, part] of [...parts.entries()].reverse()) {
    const here = next.map(() => false);
    const isLast = index === parts.length - 1;
    for (let at = count - (isLast ? 0 : 1); at >= 0; at--) {
      if ("text" in part) here[at] = segments[at] === part.text && next[at + 1]!;
      else if (part.isMany) here[at] = (isLast && next[at]!) || next[at + 1]! || here[at + 1]!;
      else here[at] = fillsOne(part, segments[at] ?? "") && next[at + 1]!;
    }
    fits.unshift(here);
    next = here;
  }
  return fits;
}

function fillsOne({ among }: { among?: readonly string[] }, segment: string): boolean {
  return segment !== "" && (among === undefined || among.includes(segment));
}

/** Returns the target with `:name` and `*` replaced by their values. */
function fill(to: string, values: ReadonlyMap<string, string>): string {
  return to.replace(/:(\w+)[*+?]?|\*/g, (mark, name: string | undefined) => values.get(name ?? "*") ?? mark);
}
