import { posix } from "node:path";
import { decode, splitTarget } from "../../links/split-target.ts";
import type { Site } from "../../model/site.ts";

const settings = /(?:^|\/)\.obsidian\/[^/]+\.json$/;
/** Publishes vaults and looks files up likewise. */
const quartz = /(?:^|\/)quartz\.config\.(?:[cm]?[jt]s|ya?ml)$/;
/** What ids of headings are made of; anything else in an anchor is the heading's own text. */
const slug = /^[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}_-]*$/u;

export interface Vaults {
  /** Whether a vault has a file of this name, which Obsidian finds wherever it is. */
  hasName(target: string, site: Site): boolean;
  /** Whether an anchor in a page of a vault is a heading as it is written, or names a block. */
  namesHeading(page: string, hash: string): boolean;
}

/** Returns what the settings of Obsidian and Quartz tell about links to the files of their folders. */
export function readVaults(files: ReadonlySet<string>): Vaults {
  const roots = new Set<string>();
  for (const path of files) {
    if (settings.test(path)) roots.add(folderOf(posix.dirname(path)));
    if (quartz.test(path)) roots.add(folderOf(path));
  }
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

function folderOf(path: string): string {
  return posix.dirname(path).replace(/^\.$/, "");
}
