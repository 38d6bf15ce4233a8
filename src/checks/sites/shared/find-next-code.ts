import { addressKey } from "../../model/address-key.ts";
import { addressOfRoute } from "./addresses.ts";

interface NextFolders {
  /** Folder of `next.config.*`, "" or with a trailing `/`. */
  root: string;
  /** Folder in which only files named `page` or `route` answer; null if there is none. */
  app: string | null;
}

/** Finds a page that is code, or code that answers at the address. */
export function findNextCode(
  { root, app }: NextFolders,
  files: ReadonlySet<string>,
  address: string,
): string | null {
  const key = addressKey(address);
  const folders = [`${root}pages/`, `${root}src/pages/`, ...(app === null ? [] : [app])];
  for (const path of files) {
    const folder = folders.find((one) => path.startsWith(one));
    if (folder === undefined || !/\.[jt]sx?$/.test(path)) continue;
    const below = path.slice(folder.length).replace(/\.[jt]sx?$/, "");
    const bare = below.replace(folder === app ? /(?:^|\/)(?:page|route)$/ : /(?:^|\/)index$/, "");
    const isOwn = folder !== app || bare !== below;
    if (isOwn && addressKey(addressOfRoute(bare)) === key) return path;
  }
  return null;
}
