import { isPagePath } from "../../text/page-path.ts";
import type { NavigationEntry } from "../model/navigation-entry.ts";
import type { Site } from "../model/site.ts";
import { renderEntry } from "../repairs/repair-entry.ts";
import type { EditCollection } from "./collect-edits.ts";
import type { TextEdit } from "./edit-text.ts";
import { findEntryPage } from "./find-entry-page.ts";
import { findEntryRemoval } from "./find-entry-removal.ts";

/**
 * Rewrites the navigation entries of a page that moves. One that can only name pages of its own folder goes;
 * what cannot be rewritten is noted.
 */
export async function rewriteNavigation(
  site: Site,
  edits: EditCollection,
  notes: string[],
  from: string,
  to: string,
): Promise<void> {
  if (!isPagePath(from)) return;
  const { configuration } = site;
  const { routing, docsRoot } = configuration;
  if (routing === null && docsRoot !== "" && !to.startsWith(`${docsRoot}/`))
    notes.push(`${to} is outside ${docsRoot}, the folder of the documentation`);
  let isNamed = false;
  for (const entry of configuration.entries) {
    if (findEntryPage(site, entry.target) !== from) continue;
    const { path, line } = entry.place;
    const text = renderName(site, entry, from, to);
    const edit = text === null ? await removeName(site, entry) : { ...placeOf(entry), text };
    isNamed ||= text !== null && entry.isExtra !== true;
    if (edit === null) notes.push(`change ${entry.target} in ${path} line ${line} by hand`);
    else edits.add(path, edit, "navigation entry");
    if (edit !== null && text === null)
      notes.push(
        entry.goesWithPage === true
          ? `${path} no longer names the page, which belongs to another menu at its new place`
          : `${path} no longer names the page; the menu of its new folder shows it by its own title`,
      );
  }
  const isSeen = configuration.isNavigationKnown && configuration.mayBeUnlisted(from);
  const missing = isSeen && !isNamed ? (configuration.missingEntry?.(to) ?? null) : null;
  if (missing !== null) edits.add(missing.path, missing, "navigation entry");
  if (!configuration.isNavigationKnown && configuration.generator === "plain")
    notes.push("the navigation of this site is not known; look at its configuration by hand");
}

function placeOf({ place: { start, end } }: NavigationEntry) {
  return { start, end };
}

function renderName(site: Site, entry: NavigationEntry, from: string, to: string): string | null {
  const { place } = entry;
  const name = renderEntry(site, entry, { path: to, facts: site.pages.get(from) });
  if (name === null || !place.isBareName || /^[A-Za-z_$][\w$]*$/.test(name)) return name;
  return JSON.stringify(name);
}

async function removeName(
  { read }: Site,
  { place, goesWithPage }: NavigationEntry,
): Promise<TextEdit | null> {
  if (place.memberEnd === undefined && goesWithPage !== true) return null;
  return findEntryRemoval((await read(place.path)).toString("utf8"), place);
}
