import { posix } from "node:path";
import { pageExtension } from "../../text/page-path.ts";
import { trimEndCharacters } from "../../text/trim-characters.ts";
import type { Site } from "../model/site.ts";

/** Returns the page that a navigation entry names, or null. */
export function findEntryPage(site: Site, target: string): string | null {
  const { routing } = site.configuration;
  if (routing !== null) return routing.findEntry(site, target);
  const bare = trimEndCharacters(target.replace(/[#?].*$/s, "").replace(/^\.?\/+/, ""), "/");
  const path = posix.join(site.configuration.docsRoot, bare).replace(/^\.$/, "");
  if (site.configuration.linkStyle === "file") return site.pages.has(path) ? path : null;
  return site.index.routes.get(path.replace(pageExtension, "")) ?? null;
}
