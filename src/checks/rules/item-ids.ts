import type { Site } from "../model/site.ts";

const firstCode = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\*\*)?`([^`\n]+)`/gm;
const others = /[^\p{L}\p{N}]+/gu;

/**
 * Finds list items that begin with the code that an anchor names: sites such as HashiCorp's give them ids, by
 * a plugin that is not in the repository. `-out=FILE` is then `#out-file`.
 */
export function createItemIds(site: Site): (page: string, hash: string) => Promise<boolean> {
  const known = new Map<string, Set<string>>();
  return async (page, hash) => {
    const codes = known.get(page) ?? findCodes((await site.read(page)).toString("utf8"));
    known.set(page, codes);
    return codes.has(bare(hash));
  };
}

function findCodes(text: string): Set<string> {
  return new Set([...text.matchAll(firstCode)].map(([, code]) => bare(code!)));
}

function bare(text: string): string {
  return text.toLowerCase().replace(others, "");
}
