import { posix } from "node:path";
import { pageExtension } from "../../text/page-path.ts";
import { trimCharacters } from "../../text/trim-characters.ts";
import type { Site } from "../model/site.ts";
import type { Finding } from "../types.ts";

const sampleMax = 500;
const shareMin = 0.5;

/**
 * Describes the one prefix, root or reading that would give most of these broken links a target, which means
 * that the checks have misread the site; or null.
 */
export function explainBroken(site: Site, findings: readonly Finding[]): string | null {
  const sample = findings.slice(0, sampleMax);
  const votes = new Map<string, number>();
  for (const { path, target } of sample) {
    if (target === undefined) continue;
    for (const reading of new Set(readingsOf(site, path, target)))
      votes.set(reading, (votes.get(reading) ?? 0) + 1);
  }
  const [best] = [...votes].sort((a, b) => b[1] - a[1]);
  return best !== undefined && best[1] >= sample.length * shareMin ? best[0] : null;
}

function* readingsOf(site: Site, page: string, target: string): Generator<string> {
  const bare = target.replace(/[#?].*$/s, "");
  const route = trimCharacters(bare, "/").replace(/\.(?:mdx?|html)$/, "");
  if (route === "") return;
  if (!bare.startsWith("/")) {
    const own = page.replace(pageExtension, "").replace(/\/(?:index|README)$/, "");
    if (isThere(site, posix.join(own, route))) yield "relative addresses counted from the page's own address";
    return;
  }
  const parts = route.split("/");
  for (let length = 1; length < Math.min(parts.length, 4); length += 1) {
    const rest = parts.slice(length).join("/");
    if (isThere(site, posix.join(site.configuration.docsRoot, rest)))
      yield `/${parts.slice(0, length).join("/")} were a prefix that the site adds`;
  }
  for (const key of site.index.routesByName.get(parts.at(-1)!.toLowerCase()) ?? []) {
    if (key !== route && key.endsWith(`/${route}`))
      yield `addresses counted from ${key.slice(0, -route.length - 1)}`;
  }
  for (const file of site.index.filesByName.get(posix.basename(bare)) ?? []) {
    const path = bare.replace(/^\/+/, "");
    if (file !== path && file.endsWith(`/${path}`))
      yield `addresses counted from ${file.slice(0, -path.length - 1)}`;
  }
}

function isThere({ index, files }: Site, path: string): boolean {
  return index.routes.has(path) || files.has(path);
}
