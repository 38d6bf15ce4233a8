import type { Pause } from "../create-pause.ts";
import type { Site } from "../model/site.ts";
import { areMenusUnread } from "./are-menus-unread.ts";
import { findMentions, type PossibleLink } from "./find-mentions.ts";
import { lastNames, mayName, type NamedFile } from "./may-name.ts";
import { collectOpenLinks } from "./open-links.ts";
import { isUnreadMarkup } from "./unread-markup.ts";

/**
 * Finds what may lead to these files although nothing proves it: links that are not judged, addresses of the
 * site's own host, and, if the generator is unknown, other files too: navigation, redirects, imports,
 * templates. (If it is known, its rules judge those, except for markup that they do not read.)
 */
export async function findPossibleLinks(
  site: Site,
  files: readonly NamedFile[],
  { isWhole, pause }: { isWhole: boolean; pause: Pause },
): Promise<PossibleLink[]> {
  const links = collectOpenLinks(site, { isWhole });
  const found: PossibleLink[] = [];
  for (const file of files) {
    if (pause.isDue()) await pause.wait();
    const open = lastNames(file).flatMap((name) => links.byName.get(name) ?? []);
    for (const { holder, link, address } of new Set([...open, ...links.nameless])) {
      if (!mayName(site, links, { holder, address, file })) continue;
      const { line, column, target } = link;
      found.push({ about: file.path, path: holder, line, column, target });
    }
  }
  const isAllRead = !areMenusUnread(site) && ![...site.files].some((path) => isUnreadMarkup(site, path));
  if (isAllRead && site.configuration.isRoutingKnown && links.ownHosts.size === 0) return found;
  return [...found, ...(await findMentions(site, files, { links, pause }))];
}
