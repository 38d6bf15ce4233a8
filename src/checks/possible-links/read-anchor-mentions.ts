import { trimEndCharacters } from "../../text/trim-characters.ts";
import type { Pause } from "../create-pause.ts";
import { decode } from "../links/split-target.ts";
import type { Site } from "../model/site.ts";
import { readTexts } from "./find-mentions.ts";

/** A target with an anchor in a file that is no page. */
export interface AnchorMention {
  target: string;
  /** What stands before the anchor. */
  path: string;
  anchor: string;
  start: number;
  /** 1-based. */
  line: number;
  column: number;
  /** Set for an anchor alone that the file has itself. */
  isOwn?: true;
}

type Mentions = ReadonlyMap<string, readonly AnchorMention[]>;

const known = new WeakMap<Site, Promise<Mentions>>();

interface Asked {
  /** Anchors of which a file must mention one. */
  anchors: ReadonlyMap<string, unknown>;
  /** Files that a change has touched; empty if that is not known. */
  changedPaths: readonly string[];
  pause: Pause;
}

/**
 * Returns the targets with anchors in files that are no pages. Those of the site before a change are read
 * once, to know which files to look at; without `changedPaths`, all are looked at.
 */
export async function readAnchorMentions(
  site: Site,
  before: Site,
  { anchors, changedPaths, pause }: Asked,
): Promise<Mentions> {
  if (changedPaths.length === 0) return await read(site, pause, (path) => !site.pages.has(path));
  const reading = known.get(before) ?? read(before, pause, (path) => !before.pages.has(path));
  known.set(before, reading);
  // What was interrupted is read again.
  reading.catch(() => known.delete(before));
  const naming = [...(await reading)].filter(([, mentions]) =>
    mentions.some(({ anchor }) => anchors.has(anchor)),
  );
  const asked = new Set([...changedPaths, ...naming.map(([path]) => path)]);
  return await read(site, pause, (path) => asked.has(path) && !site.pages.has(path));
}

async function read(site: Site, pause: Pause, isAsked: (path: string) => boolean): Promise<Mentions> {
  const found = new Map<string, AnchorMention[]>();
  for await (const { path, text } of readTexts(site, isAsked)) {
    if (pause.isDue()) await pause.wait();
    const mentions = [...mentionsOf(text)];
    if (mentions.length > 0) found.set(path, mentions);
  }
  return found;
}

/** What stands before an anchor alone that is a target. */
const linking = /(?:\b(?:href|url|link|to)["']?\s{0,9}[:=]\s{0,9}\{?\s?["'`]?|[}%]\})$/i;
const mentionsMax = 10_000;
const anchorLengthMax = 300;

function* mentionsOf(text: string): Generator<AnchorMention> {
  if (!text.includes("#")) return;
  let start = 0;
  let count = 0;
  for (const [index, line] of text.split("\n").entries()) {
    if (line.includes("#")) {
      for (const { 0: raw, index: at } of line.matchAll(/[^\s"'`()[\]<>{},;=|]+/g)) {
        const mark = raw.indexOf("#");
        if (mark < 0) continue;
        const target = trimEndCharacters(raw, ".:!?*\\");
        const [path, anchor] = [target.slice(0, mark), decode(target.slice(mark + 1))];
        if (anchor === "" || anchor.length > anchorLengthMax) continue;
        if (path === "" && !linking.test(line.slice(Math.max(0, at - 40), at))) continue;
        if (++count > mentionsMax) return;
        const isOwn = path === "" && hasOwnId(text, anchor) && { isOwn: true as const };
        yield { target, path, anchor, start: start + at, line: index + 1, column: at + 1, ...isOwn };
      }
    }
    start += line.length + 1;
  }
}

function hasOwnId(text: string, anchor: string): boolean {
  return [`id="${anchor}"`, `id='${anchor}'`, `id=${anchor}`].some((one) => text.includes(one));
}
