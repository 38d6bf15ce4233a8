import { posix } from "node:path";
import { isPagePath, pageExtension } from "../../text/page-path.ts";
import { trimCharacters } from "../../text/trim-characters.ts";
import { followRedirect, pageOfRedirect } from "../model/follow-redirect.ts";
import type { NavigationEntry } from "../model/navigation-entry.ts";
import { partitionOf } from "../model/partition-of.ts";
import type { PlacedPage, Site } from "../model/site.ts";
import type { Repair } from "./repair.ts";

/**
 * Repairs a navigation entry without a page by its redirect or another case; pages of its name are
 * candidates.
 */
export function repairEntry(site: Site, entry: NavigationEntry): Repair {
  // If an entry is not a path, the page that it means is not guessed.
  if (site.configuration.routing !== null) return null;
  const bare = trimCharacters(entry.target, "/").replace(pageExtension, "");
  const wanted = posix.join(site.configuration.docsRoot, bare);
  const to = followRedirect(site, wanted);
  const redirected = to === null ? null : pageOfRedirect(site, to);
  if (redirected !== null) return certain(site, entry.target, redirected, "redirect known to the site");
  const sameLetters = site.index.lowerRoutes.get(wanted.toLowerCase());
  if (sameLetters?.length === 1) return certain(site, entry.target, sameLetters[0]!, "wrong case");
  const own = partitionOf(`${wanted}/x`);
  const named = (site.index.pagesByName.get(posix.basename(wanted)) ?? []).filter(
    (page) => partitionOf(page) === own,
  );
  if (named.length === 0 || /^(?:index|README)$/i.test(posix.basename(wanted))) return null;
  return { kind: "several", texts: named.slice(0, 5).map((page) => renderByPath(site, entry.target, page)) };
}

function certain(site: Site, target: string, page: string, because: string): Repair {
  return { kind: "certain", text: renderByPath(site, target, page), because };
}

/**
 * Returns the entry's text for `page`, with extension and leading slash if its target has them; null if no
 * text at its place leads there.
 */
export function renderEntry(site: Site, entry: NavigationEntry, page: PlacedPage): string | null {
  const { target, prefix = "", isShared, isOfFolder = false, mayBeWhole = false } = entry;
  const { routing } = site.configuration;
  if (isShared) return null;
  const whole =
    routing === null ? renderByPath(site, target, page.path) : routing.renderEntry(site, target, page);
  const written = whole?.slice(prefix.length) ?? "";
  if (isOfFolder && written.includes("/")) return null;
  if (whole === null || prefix === "") return whole;
  const hasSlash = (text: string): boolean => text.startsWith("/");
  const isBelow = whole.startsWith(prefix) && written !== "";
  if (isBelow && hasSlash(written) === hasSlash(target.slice(prefix.length))) return written;
  return mayBeWhole ? whole : null;
}

function renderByPath(site: Site, target: string, page: string): string {
  const { docsRoot, linkStyle } = site.configuration;
  const below = docsRoot === "" ? page : posix.relative(docsRoot, page);
  const keepsExtension = linkStyle === "file" || isPagePath(target);
  const named = keepsExtension ? below : below.replace(pageExtension, "");
  return target.startsWith("/") ? `/${named}` : named;
}
