import { trimEndCharacters } from "../../text/trim-characters.ts";
import { addressKey } from "../model/address-key.ts";
import type { Site } from "../model/site.ts";
import type { InboundLink } from "../types.ts";
import type { EditCollection } from "./collect-edits.ts";

/**
 * Rewrites full addresses of the page in Markdown, on the host and below the base that the configuration
 * names, and returns them.
 */
export function rewriteOwnHost(site: Site, edits: EditCollection, from: string, to: string): InboundLink[] {
  const { ownHost, served, routing } = site.configuration;
  const base = served?.base ?? null;
  if (typeof ownHost !== "string" || routing === null || served === undefined || base === null) return [];
  const addressAt = (path: string) =>
    routing.addressesOf({ path, facts: site.pages.get(from) }, site.files)[0];
  const [old, now] = [addressAt(from), addressAt(to)];
  if (old === undefined || now === undefined) return [];
  const prefix = trimEndCharacters(base, "/");
  const spelled = new Map([
    [addressKey(prefix + served.pathOf(old)), prefix + served.pathOf(now)],
    [addressKey(prefix + old), prefix + now],
  ]);
  const rewritten: InboundLink[] = [];
  for (const [path, { links }] of site.pages) {
    for (const { target, start, end, line } of links) {
      const [, before = "", host, written = "", after] =
        /^(https?:\/\/([^/?#]+))([^?#]*)(.*)$/is.exec(target) ?? [];
      const address = host?.toLowerCase() === ownHost ? spelled.get(addressKey(written)) : undefined;
      if (address === undefined) continue;
      const isFile = /\.\w+$/.test(address);
      const text = isFile ? address : address.replace(/\/?$/, written.endsWith("/") ? "/" : "");
      edits.add(path, { start, end, text: before + text + after }, "link");
      rewritten.push({ path, line, target });
    }
  }
  return rewritten;
}
