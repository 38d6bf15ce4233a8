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
  folders: NextFolders,
  files: ReadonlySet<string>,
  address: string,
): string | null {
  const key = addressKey(address);
  for (const path of files) if (keyOfCode(folders, path) === key) return path;
  return null;
}

/** The same for all addresses, by their keys. */
export function indexNextCode(folders: NextFolders, files: ReadonlySet<string>): Map<string, string> {
  const found = new Map<string, string>();
  for (const path of files) {
    const key = keyOfCode(folders, path);
    if (key !== null && !found.has(key)) found.set(key, path);
  }
  return found;
}

/** Null if the file answers at no address. */
function keyOfCode({ root, app }: NextFolders, path: string): string | null {
  const folders = [`${root}pages/`, `${root}src/pages/`, ...(app === null ? [] : [app])];
  const folder = folders.find((one) => path.startsWith(one));
  if (folder === undefined || !/\.[jt]sx?$/.test(path)) return null;
  const below = path.slice(folder.length).replace(/\.[jt]sx?$/, "");
  const bare = below.replace(folder === app ? /(?:^|\/)(?:page|route)$/ : /(?:^|\/)index$/, "");
  const isOwn = folder !== app || bare !== below;
  return isOwn ? addressKey(addressOfRoute(bare)) : null;
}
