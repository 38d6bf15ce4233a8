import type { NavigationEntry, Site, SiteContext } from "../../model/site.ts";
import { lookUpAddress } from "../shared/addresses.ts";

/** Data files from which layouts make menus. */
export const menuData = /(?:^|\/)_data\/(?:nav|navigation|toc|menu|sidebars?)[./]/;

const addressLine =
  /^([ \t]*(?:-[ \t]+)?(?:url|link|href):[ \t]+["']?)(\/[^\s"'#{}]+)["']?[ \t]*(?:#.*)?\r?$/;

export interface DataMenus {
  entries: NavigationEntry[];
  paths: string[];
  findEntry(site: Site, target: string): string | null;
  /** Returns the entry's text for another page, in the form of the old one; null if it is not known. */
  renderEntry(addresses: readonly string[], target: string): string | null;
}

/** Reads what menus in data files write out: addresses of the site, each in a line of its own. */
export async function readDataMenus({ files, read }: SiteContext, root: string): Promise<DataMenus> {
  const paths = [...files].filter(
    (path) => path.startsWith(root) && /\.ya?ml$/.test(path) && menuData.test(path),
  );
  const entries: NavigationEntry[] = [];
  for (const path of paths) {
    const text = (await read(path)).toString("utf8");
    let start = 0;
    for (const [index, line] of text.split("\n").entries()) {
      const [, before = "", target] = addressLine.exec(line) ?? [];
      const at = start + before.length;
      // With a prefix, a page does not move while the entry cannot name it.
      if (target !== undefined)
        entries.push({
          ...{ target, prefix: "" },
          place: { path, start: at, end: at + target.length, line: index + 1, column: before.length + 1 },
        });
      start += line.length + 1;
    }
  }
  // Some layouts take all slashes out.
  const isFlat = entries.every(({ target }) => target.lastIndexOf("/") === 0);
  return {
    ...{ entries, paths },
    findEntry: (site, target) => lookUpAddress(site, target),
    renderEntry: (addresses, target) => {
      const found = addresses.find((one) => endOf(one) === endOf(target)) ?? null;
      return found !== null && isFlat && found.lastIndexOf("/") > 0 ? null : found;
    },
  };
}

function endOf(address: string): string {
  return /(?:\/|\.html)$/.exec(address)?.[0] ?? "";
}
