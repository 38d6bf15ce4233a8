import { posix } from "node:path";
import { addressExtension, isPagePath } from "../../text/page-path.ts";
import { decode } from "../links/split-target.ts";

/** Names in a path from its root, each in the forms that generators may write. */
export type PathNames = readonly (readonly string[])[];
/** Names in a target; null for an inserted value, such as a version. */
export type TargetNames = readonly (string | null)[];

/** Pages that stand for their folder in some generator. */
const folderPage = /^(?:index|_index|readme|page|\+page)$/i;

/** Normalises what generators change in a name: case, hyphens, spaces, marks. */
export function squeezeName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .toLowerCase();
  return plain === "" ? name.toLowerCase() : plain;
}

export function isFolderPage(path: string): boolean {
  return isPagePath(path) && folderPage.test(withoutExtension(posix.basename(path)));
}

/** Omits the extension, the names of folder pages, and folders in parentheses, which occur in no address. */
export function namesOfPath(path: string): PathNames {
  const bare = isPagePath(path) ? withoutExtension(path) : path;
  const names = bare.split("/").filter((name) => name !== "" && !/^\(.*\)$/.test(name));
  if (isFolderPage(path)) names.pop();
  return names.map((name) => [
    ...new Set([name, name.replace(/^\d+(?:[-_. ]\d+)*[-_. ]+/, "")].map(squeezeName)),
  ]);
}

/** Takes the path of a target, without query and anchor. */
export function namesOfTarget(path: string): TargetNames {
  const names = path.split("/").filter((name) => !/^\.{0,2}$/.test(name));
  const last = names.pop();
  if (last !== undefined) {
    const bare = withoutExtension(last);
    if (!folderPage.test(bare) || bare === "page") names.push(bare);
  }
  return names.map((name) => (/[<>{}$*]|^:/.test(name) ? null : squeezeName(decode(name))));
}

/** Counts the equal names from the end. */
export function countShared(target: TargetNames, path: PathNames): number {
  let shared = 0;
  while (shared < Math.min(target.length, path.length)) {
    const name = target.at(-1 - shared);
    if (name === undefined || (name === null && shared === 0)) break;
    if (name !== null && !path.at(-1 - shared)!.includes(name)) break;
    shared += 1;
  }
  return shared;
}

/**
 * Whether two paths differ only in the numbers that sort pages (`03-tags/11-bind`), and the target names them
 * without: it leads to the one as it led to the other.
 */
export function differOnlyInOrder(target: TargetNames, path: string, other: string): boolean {
  const [own, others] = [namesOfPath(path), namesOfPath(other)];
  const isNamed = (name: string | undefined) => name !== undefined && target.includes(name);
  return (
    own.length === others.length &&
    own.every((forms, at) => {
      const [now, bare] = [others[at]!, forms.at(-1)];
      return forms[0] === now[0] || (bare === now.at(-1) && bare !== forms[0] && !isNamed(forms[0]));
    })
  );
}

function withoutExtension(name: string): string {
  return name.replace(addressExtension, "");
}
