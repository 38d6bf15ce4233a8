import { trimEndCharacters } from "../../text/trim-characters.ts";
import { addressKey } from "../model/address-key.ts";
import type { Site } from "../model/site.ts";
import type { InboundLink } from "../types.ts";
import type { EditCollection } from "./collect-edits.ts";

interface Move {
  from: string;
  to: string;
  /** Texts that may lead to the page, also in front matter and bare addresses. */
  possible: readonly InboundLink[];
}

/**
 * Rewrites full addresses of the page in Markdown, on the host and below the base that the configuration
 * names, and returns them.
 */
export async function rewriteOwnHost(site: Site, edits: EditCollection, move: Move): Promise<InboundLink[]> {
  const renameAddress = readAddresses(site, move);
  if (renameAddress === null) return [];
  const rewritten: InboundLink[] = [];
  for (const [path, { links }] of site.pages) {
    for (const { target, start, end, line } of links) {
      const text = renameAddress(target);
      if (text === null) continue;
      edits.add(path, { start, end, text }, "link");
      rewritten.push({ path, line, target });
    }
  }
  for (const link of move.possible) {
    const page = site.pages.get(link.path);
    const text = page === undefined ? null : renameAddress(link.target);
    if (text === null) continue;
    const whole = (await site.read(link.path)).toString("utf8");
    for (const { start, end } of findInLine(whole, link))
      if (!page!.links.some((one) => start >= one.start && start < one.end))
        edits.add(link.path, { start, end, text }, "link");
    rewritten.push(link);
  }
  return rewritten;
}

/** Returns the full address of the page at its new place for one that it has now; null for any other text. */
function readAddresses({ configuration, pages, files }: Site, { from, to }: Move) {
  const { ownHost, served, routing } = configuration;
  const base = served?.base ?? null;
  if (typeof ownHost !== "string" || routing === null || served === undefined || base === null) return null;
  const { addressesOf, addressOnceMoved = (...page) => addressesOf(...page)[0] } = routing;
  const facts = pages.get(from);
  const [old] = addressesOf({ path: from, facts }, files);
  const now = addressOnceMoved({ path: to, facts }, files);
  if (old === undefined || now === undefined) return null;
  const prefix = trimEndCharacters(base, "/");
  const spelled = new Map([
    [addressKey(prefix + served.pathOf(old)), prefix + served.pathOf(now)],
    [addressKey(prefix + old), prefix + now],
  ]);
  return (target: string): string | null => {
    const [, before, host, written = "", after] = fullAddress.exec(target) ?? [];
    const address = host?.toLowerCase() === ownHost ? spelled.get(addressKey(written)) : undefined;
    if (address === undefined) return null;
    const isFile = /\.\w+$/.test(address);
    const path = isFile ? address : address.replace(/\/?$/, written.endsWith("/") ? "/" : "");
    return `${before}${path}${after}`;
  };
}

const fullAddress = /^(https?:\/\/([^/?#]+))([^?#]*)(.*)$/is;

/** Finds a target as a whole word of its line. */
function* findInLine(text: string, { line, target }: InboundLink): Generator<{ start: number; end: number }> {
  const lines = text.split("\n").slice(0, line);
  const last = lines.pop() ?? "";
  const shift = lines.reduce((sum, one) => sum + one.length + 1, 0);
  for (let at = last.indexOf(target); at >= 0; at = last.indexOf(target, at + target.length)) {
    const [before, after] = [last.slice(Math.max(0, at - 1), at), last.slice(at + target.length)];
    if (!/[^\s"'`()[\]<>{},;=|]/.test(before) && /^[.:!?*]{0,3}(?:$|[\s"'`()[\]<>{},;=|])/.test(after))
      yield { start: shift + at, end: shift + at + target.length };
  }
}
