import { lstat, readlink, stat } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import type { GitDirectory } from "./find-git-directory.ts";

export interface SystemUser {
  uid: number;
  gid: number;
}

const linksMax = 40;

/**
 * Chooses the user that git runs as in a repository of this machine; null for the service's own user. Root
 * never lends its rights to somebody who could have chosen what the path leads to: it becomes the owner of
 * a link on the way, of the folder, or of the git directory, whichever of them comes first and is not root.
 */
export async function chooseUser(
  path: string,
  { directory, common }: GitDirectory,
): Promise<SystemUser | null> {
  if (process.getuid?.() !== 0) return null;
  const plain = new Set<string>();
  for (const place of new Set([path, directory, common])) {
    const user = (await findLinkOwner(place, plain)) ?? (await stat(place));
    if (user.uid !== 0) return { uid: user.uid, gid: user.gid };
  }
  return null;
}

/**
 * Returns the first owner of a link on the way to the place who is not root. `plain` collects paths known
 * not to be links.
 */
async function findLinkOwner(place: string, plain: Set<string>): Promise<SystemUser | null> {
  let waiting = place.split(sep).filter(Boolean);
  let at: string = sep;
  for (let links = 0; waiting.length > 0 && links <= linksMax; ) {
    const next = join(at, waiting[0]!);
    const entry = plain.has(next) ? null : await lstat(next);
    waiting = waiting.slice(1);
    if (!entry?.isSymbolicLink()) {
      plain.add(next);
      at = next;
      continue;
    }
    if (entry.uid !== 0) return { uid: entry.uid, gid: entry.gid };
    links += 1;
    const target = resolve(dirname(next), await readlink(next));
    waiting = [...target.split(sep).filter(Boolean), ...waiting];
    at = sep;
  }
  return null;
}
