import { createPause, type Pause } from "../create-pause.ts";
import type { Site } from "../model/site.ts";
import { findShowing } from "../pages/find-showing.ts";
import { anchorsOf } from "../pages/page-anchors.ts";
import type { Finding } from "../types.ts";
import { mayMean, shownByPages } from "./may-mean.ts";
import { mayName, type NamedFile, nameFile } from "./may-name.ts";
import { collectOpenLinks, hasAddress, type OpenLinks, readAddress } from "./open-links.ts";
import { type AnchorMention, readAnchorMentions } from "./read-anchor-mentions.ts";
import { isTemplate } from "./unread-markup.ts";

/** Ids that pages had before a change, by their name. */
type LostAnchors = ReadonlyMap<string, readonly string[]>;

/**
 * Finds texts of files that are no pages (layouts, HTML, data, scripts, other markup) which may lead to an
 * anchor that a change has removed from a page. `newPaths` maps old paths to new ones.
 */
export async function findLostMentions(
  site: Site,
  before: { site: Site; isWhole: boolean },
  {
    newPaths,
    changedPaths = [],
  }: { newPaths: ReadonlyMap<string, string>; changedPaths?: readonly string[] },
  pause: Pause = createPause(),
): Promise<Finding[]> {
  const lost = listLostAnchors(site, before.site, newPaths);
  if (lost.size === 0) return [];
  const findings: Finding[] = [];
  let links: OpenLinks | null = null;
  const files = new Map<string, NamedFile>();
  const fileOf = (page: string): NamedFile => {
    const file = files.get(page) ?? nameFile(page, addressesOf(site, page));
    files.set(page, file);
    return file;
  };
  const asked = { anchors: lost, changedPaths, pause };
  for (const [path, mentions] of await readAnchorMentions(site, before.site, asked)) {
    if (pause.isDue()) await pause.wait();
    for (const mention of mentions) {
      const losing = lost.get(mention.anchor);
      if (losing === undefined) continue;
      links ??= collectOpenLinks(site, { isWhole: before.isWhole });
      const pages = losing.filter((page) => {
        if (mention.path === "") return isShown(site, path) && !mention.isOwn;
        return mayLead(site, path, mention, { file: fileOf(page), links: links! });
      });
      if (pages.length > 0) findings.push(toFinding(path, mention, pages));
    }
  }
  return findings;
}

/** Looks at pages whose content is another than before, and at those that show them. */
function listLostAnchors(site: Site, before: Site, newPaths: ReadonlyMap<string, string>): LostAnchors {
  const oldPaths = new Map([...newPaths].map(([old, now]) => [now, old]));
  const lost = new Map<string, string[]>();
  const changed = [...site.pages].filter(([path, facts]) => {
    const known = before.pages.get(oldPaths.get(path) ?? path);
    return known !== undefined && known !== facts;
  });
  for (const path of findShowing(
    site,
    changed.map(([one]) => one),
  )) {
    const old = oldPaths.get(path) ?? path;
    if (!before.pages.has(old) || !hasAddress(site, path)) continue;
    const now = anchorsOf(site, path);
    for (const anchor of anchorsOf(before, old)) {
      if (now.has(anchor)) continue;
      const pages = lost.get(anchor) ?? [];
      pages.push(path);
      lost.set(anchor, pages);
    }
  }
  return lost;
}

function addressesOf({ configuration, pages, files }: Site, path: string): string[] {
  return configuration.routing?.addressesOf({ path, facts: pages.get(path) }, files).slice(0, 1) ?? [];
}

/** Whether any page may show the file, and with it a link to an anchor alone. */
function isShown(site: Site, path: string): boolean {
  return shownByPages.test(path) || isTemplate(site, path);
}

function mayLead(
  site: Site,
  holder: string,
  { target, path, start, line, column }: AnchorMention,
  { file, links }: { file: NamedFile; links: OpenLinks },
): boolean {
  const address = readAddress(path);
  if (address === null) return false;
  if (address.host === null && address.names.length === 0)
    return mayName(site, links, { holder, address, file });
  const token = { text: target, start, line, column, isBare: false, isWhole: true, isEntry: false, address };
  return mayMean(site, holder, token, { file, links });
}

function toFinding(path: string, { target, anchor, line, column }: AnchorMention, pages: string[]): Finding {
  const [page = ""] = pages;
  return {
    rule: "anchor",
    path,
    line,
    column,
    target,
    message: `${target} may lead to ${page}, which had the anchor #${anchor} before this change; where the link leads is not judged, so keep the anchor or change the link`,
    subject: { path: page, rest: `#${anchor}` },
    guess: { pages, keepId: null },
  };
}
