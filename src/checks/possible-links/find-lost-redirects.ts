import { trimEndCharacters } from "../../text/trim-characters.ts";
import type { Site } from "../model/site.ts";
import type { Finding } from "../types.ts";
import { collectOpenLinks } from "./open-links.ts";

const redirectFile =
  /(?:^|\/)(?:_redirects|netlify\.toml|vercel\.json|redirects?\.(?:json|ya?ml|toml|[cm]?[jt]s)|(?:astro|next|docusaurus|nuxt|gatsby)[.-]config\.[cm]?[jt]s)$/;

/** Finds links, if links are not judged, to an address whose redirect the change has removed. */
export async function findLostRedirects(
  before: Site,
  site: Site,
  { isWhole }: { isWhole: boolean },
): Promise<Finding[]> {
  const lost = new Map<string, string>();
  for (const path of before.files) {
    if (!redirectFile.test(path)) continue;
    const sources = await readSources(before, path);
    if (sources.length === 0) continue;
    const kept = new Set(await readSources(site, path));
    for (const source of sources) if (!kept.has(source)) lost.set(source, path);
  }
  if (lost.size === 0) return [];
  const { byName } = collectOpenLinks(site, { isWhole });
  return [...byName.values()].flat().flatMap(({ holder, link, address }) => {
    const file = address.host === null ? lost.get(normalize(address.path)) : undefined;
    if (file === undefined) return [];
    const { line, column, target } = link;
    const message = `${target} may lead through a redirect that this change takes out of ${file}; where it leads is not judged, so change it or keep the redirect`;
    const guess = { pages: [file], keepId: null };
    return [{ rule: "internal-link" as const, path: holder, line, column, target, message, guess }];
  });
}

async function readSources(site: Site, path: string): Promise<string[]> {
  const bytes = await site.read(path).catch(() => null);
  if (bytes === null || !site.files.has(path)) return [];
  return bytes
    .toString("utf8")
    .split("\n")
    .flatMap((line) => {
      const source =
        /^\s*(\/\S*)\s+\S/.exec(line)?.[1] ??
        /["']?(?:source|from)["']?\s*[:=]\s*["'](\/[^"']*)["']/.exec(line)?.[1] ??
        /^\s*["'](\/[^"']*)["']\s*:/.exec(line)?.[1];
      return source === undefined ? [] : [normalize(source)];
    });
}

function normalize(address: string): string {
  return trimEndCharacters(address, "/").toLowerCase();
}
