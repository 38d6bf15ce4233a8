import { isPagePath } from "../../text/page-path.ts";
import { applyRedirect, compileRedirects, normalRoute } from "../model/compile-redirects.ts";
import type { Site } from "../model/site.ts";
import { renderEntry } from "../repairs/repair-entry.ts";
import { findAddressOwner } from "../rules/duplicate-route.ts";
import { findEntryPage } from "./find-entry-page.ts";

/**
 * Returns why a move would leave a page without an address of its own, or an entry without a page, or null.
 */
export function refuseMove(site: Site, from: string, to: string): string | null {
  const facts = site.pages.get(from);
  const refused = site.configuration.routing?.refusesAt?.({ path: from, facts }, to) ?? null;
  const taken = refused ?? findTakenIn(site, from, to) ?? findTwin(site, from, to);
  return taken ?? findHiding(site, from, to) ?? findBoundEntry(site, from, to);
}

function findTwin(site: Site, from: string, to: string): string | null {
  const owner = findAddressOwner(site, from, to);
  if (owner === null) return null;
  return `${owner} has the address that ${to} would have, so that one of them could not be reached; move it elsewhere, or move ${owner} first`;
}

/** A redirect with a wildcard would hide the page; one without is turned around. */
function findHiding({ configuration, pages, files }: Site, from: string, to: string): string | null {
  const { routing, redirects, redirectsComeFirst } = configuration;
  if (routing === null || redirectsComeFirst !== true || !isPagePath(to)) return null;
  const patterns = redirects.filter((one) => /[:*]/.test(one.from));
  const addresses = routing.addressesOf({ path: to, facts: pages.get(from) }, files).map(normalRoute);
  for (const pattern of patterns) {
    const compiled = compileRedirects([{ from: pattern.from, to: pattern.to, place: null }]);
    const hidden = addresses.find((address) => applyRedirect(compiled, address) !== null);
    if (hidden !== undefined)
      return `the redirect from ${pattern.from} leads away from /${hidden}, so that nobody would see the page there; move it to another folder, or change the redirect first`;
  }
  return null;
}

function findTakenIn({ configuration, pages, files }: Site, from: string, to: string): string | null {
  const { routing } = configuration;
  const owner = isPagePath(to) ? (routing?.ownerOf?.(to, files) ?? null) : null;
  const isPage = (routing?.addressesOf({ path: from, facts: pages.get(from) }, files) ?? []).length > 0;
  // The index page of a folder takes the folder with it.
  if (owner === null || owner === from || !isPage) return null;
  return `${to} would be a part of ${owner} and no page of its own, so that its address would be lost; move it to another folder`;
}

/** An entry whose text cannot name the page at its new place. */
function findBoundEntry(site: Site, from: string, to: string): string | null {
  if (!isPagePath(from)) return null;
  const page = { path: to, facts: site.pages.get(from) };
  for (const entry of site.configuration.entries) {
    const { place, prefix, isShared, goesWithPage = false, isOnlyItem = false } = entry;
    const isBound = prefix !== undefined && place.memberEnd === undefined && !goesWithPage;
    if (!isShared && !isBound && !isOnlyItem) continue;
    if (findEntryPage(site, entry.target) !== from || renderEntry(site, entry, page) !== null) continue;
    const where = `${place.path} line ${place.line}`;
    if (isShared) return `the entry of ${where} names other pages as well; change it first`;
    if (isOnlyItem)
      return `${where} is the only item of its list, which cannot name ${to}; change the list first`;
    if (prefix === "") return `it is not known how ${where} would name ${to}; change the entry first`;
    return `${where} names the page below ${prefix}, and ${to} is not below it; change the entry first`;
  }
  return null;
}
