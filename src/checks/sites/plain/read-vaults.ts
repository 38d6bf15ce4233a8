import { posix } from "node:path";
import { decode, splitTarget } from "../../links/split-target.ts";
import type { Site } from "../../model/site.ts";

const settings = /(?:^|\/)\.obsidian\/[^/]+\.json$/;
/** What ids of headings are made of; anything else in an anchor is the heading's own text. */
const slug = /^[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}_-]*$/u;

export interface Vaults {
  /** Whether a vault has a file of this name, which Obsidian finds wherever it is. */
  hasName(target: string, site: Site): boolean;
  /** Whether an anchor in a page of a vault is a heading as it is written, or names a block. */
  namesHeading(page: string, hash: string): boolean;
}

/** Returns what the folders in which Obsidian keeps its settings tell about links to their files. */
export function readVaults(files: ReadonlySet<string>): Vaults {
  const roots = new Set<string>();
  for (const path of files)
    if (settings.test(path)) roots.add(posix.dirname(posix.dirname(path)).replace(/^\.$/, ""));
  const isInVault = (path: string) => [...roots].some((root) => root === "" || path.startsWith(`${root}/`));
  return {
    hasName(target, { index }) {
      if (roots.size === 0) return false;
      const name = posix.basename(splitTarget(target)?.path ?? "");
      const isThere = (one: string) => index.filesByName.get(one)?.some(isInVault) === true;
      return name !== "" && (isThere(name) || isThere(`${name}.md`));
    },
    namesHeading: (page, hash) => roots.size > 0 && isInVault(page) && !slug.test(decode(hash)),
  };
}
