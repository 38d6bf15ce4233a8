import { trimEndCharacters } from "../../text/trim-characters.ts";
import { createPause, type Pause } from "../create-pause.ts";
import { decode } from "../links/split-target.ts";
import type { Site } from "../model/site.ts";
import { findShowing } from "../pages/find-showing.ts";
import { anchorsOf } from "../pages/page-anchors.ts";
import type { Finding } from "../types.ts";
import { readTexts } from "./find-mentions.ts";
import { mayMean, shownByPages } from "./may-mean.ts";
import { mayName, type NamedFile, nameFile } from "./may-name.ts";
import { collectOpenLinks, hasAddress, type OpenLinks, readAddress } from "./open-links.ts";
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
  newPaths: ReadonlyMap<string, string>,
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
  for await (const { path, text } of readTexts(site, (one) => !site.pages.has(one))) {
    if (pause.isDue()) await pause.wait();
    for (const mention of mentionsOf(text, lost)) {
      links ??= collectOpenLinks(site, { isWhole: before.isWhole });
      const pages = lost.get(mention.anchor)!.filter((page) => {
        if (mention.path === "") return isShown(site, path) && !hasOwnId(text, mention.anchor);
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

interface Mention {
  target: string;
  /** What stands before the anchor. */
  path: string;
  anchor: string;
  start: number;
  line: number;
  column: number;
}

/** What stands before an anchor alone that is a target. */
const linking = /(?:\b(?:href|url|link|to)["']?\s{0,9}[:=]\s{0,9}\{?\s?["'`]?|[}%]\})$/i;

/** Yields the targets in a text that end with one of the anchors. */
function* mentionsOf(text: string, lost: LostAnchors): Generator<Mention> {
  if (!text.includes("#")) return;
  let start = 0;
  for (const [index, line] of text.split("\n").entries()) {
    if (line.includes("#")) {
      for (const { 0: raw, index: at } of line.matchAll(/[^\s"'`()[\]<>{},;=|]+/g)) {
        const mark = raw.indexOf("#");
        if (mark < 0) continue;
        const target = trimEndCharacters(raw, ".:!?*\\");
        const anchor = decode(target.slice(mark + 1));
        if (!lost.has(anchor)) continue;
        const path = target.slice(0, mark);
        if (path === "" && !linking.test(line.slice(Math.max(0, at - 40), at))) continue;
        yield { target, path, anchor, start: start + at, line: index + 1, column: at + 1 };
      }
    }
    start += line.length + 1;
  }
}

/** Whether any page may show the file, and with it a link to an anchor alone. */
function isShown(site: Site, path: string): boolean {
  return shownByPages.test(path) || isTemplate(site, path);
}

function hasOwnId(text: string, anchor: string): boolean {
  return [`id="${anchor}"`, `id='${anchor}'`, `id=${anchor}`].some((one) => text.includes(one));
}

function mayLead(
  site: Site,
  holder: string,
  { target, path, start, line, column }: Mention,
  { file, links }: { file: NamedFile; links: OpenLinks },
): boolean {
  const address = readAddress(path);
  if (address === null) return false;
  if (address.host === null && address.names.length === 0)
    return mayName(site, links, { holder, address, file });
  const token = { text: target, start, line, column, isBare: false, isWhole: true, isEntry: false, address };
  return mayMean(site, holder, token, { file, links });
}

function toFinding(path: string, { target, anchor, line, column }: Mention, pages: string[]): Finding {
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
