import { splitHash } from "../../markdown/split-hash.ts";
import { findEntryPage } from "../changes/find-entry-page.ts";
import { decode } from "../links/split-target.ts";
import type { NavigationEntry } from "../model/navigation-entry.ts";
import type { Site } from "../model/site.ts";
import { anchorsOf, hasUnknownAnchors, reachesAnchor } from "../pages/page-anchors.ts";
import { repairFields } from "../repairs/repair.ts";
import { repairAnchor } from "../repairs/repair-anchor.ts";
import type { Finding } from "../types.ts";

/** The `#…` of a menu's entry must be on its page, as that of any link. Menus that are pages are left out. */
export function checkMenuAnchors(site: Site): Finding[] {
  const { entries, routing, isRoutingKnown } = site.configuration;
  if (routing === null || !isRoutingKnown) return [];
  return entries.flatMap((entry) => (site.pages.has(entry.place.path) ? [] : judge(site, entry)));
}

function judge(
  site: Site,
  { target, prefix = "", place: { path, line, column } }: NavigationEntry,
): Finding[] {
  const hash = decode(splitHash(target)?.hash ?? "");
  const page = hash === "" ? null : findEntryPage(site, target);
  if (page === null || hasUnknownAnchors(site, page) || reachesAnchor(site, page, hash, "href")) return [];
  const written = target.slice(prefix.length);
  const repair = repairAnchor(written, hash, anchorsOf(site, page));
  return [
    {
      ...{ rule: "anchor", path, line, column, target: written },
      message: `${page} has no anchor #${hash}`,
      subject: { path: page, rest: `#${hash}` },
      ...repairFields(written, repair),
    },
  ];
}
