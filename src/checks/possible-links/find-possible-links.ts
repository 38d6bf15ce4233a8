import { pageExtension } from "../../text/page-path.ts";
import type { Pause } from "../create-pause.ts";
import type { Site } from "../model/site.ts";
import { areMenusUnread } from "./are-menus-unread.ts";
import { findBehindLinks } from "./find-behind-links.ts";
import { findMadeLinks } from "./find-made-links.ts";
import { findMentions, type PossibleLink } from "./find-mentions.ts";
import { lastNames, mayName, type NamedFile } from "./may-name.ts";
import { collectOpenLinks, type OpenLinks } from "./open-links.ts";
import { tokensOf } from "./tokens-of.ts";
import { isUnreadMarkup } from "./unread-markup.ts";

/**
 * Finds what may lead to these files although nothing proves it: links that are not judged, addresses of the
 * site's own host, what is behind symbolic links, and, if the generator is unknown, other files too:
 * navigation, redirects, imports, templates. (If it is known, its rules judge those, except for markup that
 * they do not read.)
 */
export async function findPossibleLinks(
  site: Site,
  files: readonly NamedFile[],
  { isWhole, pause, isMove = false }: { isWhole: boolean; pause: Pause; isMove?: boolean },
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
  found.push(...(await findShared(site, files, links)), ...(await findBehindLinks(site, files)));
  const isAllRead = !areMenusUnread(site) && ![...site.files].some((path) => isUnreadMarkup(site, path));
  if (isAllRead && site.configuration.isRoutingKnown && links.ownHosts.size === 0) return found;
  found.push(...(await findMadeLinks(site, files, { pause, isMove })));
  return [...found, ...(await findMentions(site, files, { links, pause }))];
}

/** Finds names of the files in texts of the configuration that any page may show. */
async function findShared(
  site: Site,
  files: readonly NamedFile[],
  links: OpenLinks,
): Promise<PossibleLink[]> {
  const found: PossibleLink[] = [];
  for (const { path, start, end } of site.configuration.sharedTexts ?? []) {
    const text = (await site.read(path)).toString("utf8");
    const above = text.slice(0, start).split("\n").length - 1;
    for (const file of files) {
      const needles = file.words.map((word) => word.toLowerCase());
      for (const { text: target, line, column, address, isBare } of tokensOf(
        text.slice(start, end),
        needles,
      )) {
        const name = `/${lastOf(address.path).replace(pageExtension, "")}`;
        const isNamed = address.host === null && `/${file.path.replace(pageExtension, "")}`.endsWith(name);
        if (isBare || !(isNamed || mayName(site, links, { holder: path, address, file }))) continue;
        found.push({ about: file.path, path, line: above + line, column, target });
      }
    }
  }
  return found;
}

/** Pages of other folders count from elsewhere. */
function lastOf(path: string): string {
  return path.replace(/^(?:\.{0,2}\/)+/, "");
}
