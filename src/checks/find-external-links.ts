import type { Site } from "./model/site.ts";

/** A link of a page to another site. */
export interface ExternalLink {
  path: string;
  line: number;
  column: number;
  target: string;
  /** Target without its fragment. */
  url: string;
  host: string;
  /** True if the page did not have the link before the change. */
  isAdded: boolean;
  /** True if a page of the site linked to this host before the change. */
  isKnownHost: boolean;
}

const linksMax = 2_000;
/** Names reserved for examples, and addresses with placeholders. */
const noAddress =
  /^(?:[^.]+|.*\.(?:example|test|invalid|localhost|local|internal)|(?:.*\.)?example\.(?:com|net|org))$/i;
const placeholder = /[{}<>$*|\\^`…\s]|%7b|%3c/i;

/** Returns the links of the changed pages, or of all pages if nothing was compared. */
export function findExternalLinks(
  site: Site,
  change: { before: Site; changedPaths: readonly string[]; oldPaths: ReadonlyMap<string, string> } | null,
): ExternalLink[] {
  const found: ExternalLink[] = [];
  const knownHosts = new Set<string>();
  for (const page of change?.before.pages.values() ?? [])
    for (const { target } of page.links) if (isWeb(target)) knownHosts.add(URL.parse(target)?.host ?? "");
  for (const path of change === null ? site.pages.keys() : new Set(change.changedPaths)) {
    const old = change?.before.pages.get(change.oldPaths.get(path) ?? path)?.links ?? [];
    const before = new Set(old.map(({ target }) => target));
    for (const { target, line, column } of site.pages.get(path)?.links ?? []) {
      const url = isWeb(target) ? readUrl(target) : null;
      if (url === null) continue;
      const isAdded = change !== null && !before.has(target);
      const isKnownHost = change === null || knownHosts.has(url.host);
      found.push({ path, line, column, target, url: url.href, host: url.host, isAdded, isKnownHost });
    }
  }
  return found.sort((a, b) => Number(b.isAdded) - Number(a.isAdded)).slice(0, linksMax);
}

function isWeb(target: string): boolean {
  return /^https?:\/\//i.test(target);
}

function readUrl(target: string): URL | null {
  const url = placeholder.test(target) ? null : URL.parse(target);
  if (url === null || url.username !== "" || url.password !== "" || noAddress.test(url.hostname)) return null;
  url.hash = "";
  return url;
}
