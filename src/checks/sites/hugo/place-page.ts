import { posix } from "node:path";
import type { ContentMount, HugoModel } from "./model.ts";

/** Place of a content file among Hugo's pages. */
export interface PagePlace {
  kind: "page" | "leaf" | "branch";
  /** Its path among the pages as Hugo compares them: `/docs/start`, "/" for the home page. */
  path: string;
  language: string;
}

/** What Hugo reads as Markdown. */
export const pageExtension = /\.(?:md|markdown|mdown)$/i;
const leafNames = ["index.md", "index.markdown", "index.mdown"];
/** Pages that own the files in their folder. */
export const ownerNames = [...leafNames, "_index.md", "_index.markdown", "_index.mdown"];

/** Files and folders that Hugo leaves out. */
const hidden = /\/[.#]|~(?:\/|$)/;

/** Null if the file is not a page of its own. */
export function placePage(model: HugoModel, path: string, files: ReadonlySet<string>): PagePlace | null {
  const mounted = mountOf(model, path);
  if (mounted === null || !pageExtension.test(path)) return null;
  if (hidden.test(path.slice(mounted.mount.source.length))) return null;
  const name = posix.basename(mounted.below).replace(/\.[^.]+$/, "");
  if (model.disabledLanguages.includes(posix.extname(name).slice(1).toLowerCase())) return null;
  const { bare, language } = splitLanguage(model, name, mounted.mount);
  const folder = posix.join("/", posix.dirname(mounted.below));
  if (findLeafAround(path, mounted.mount, bare === "index", files) !== null) return null;
  if (bare === "_index") return { kind: "branch", path: normalPath(model, folder), language };
  if (bare === "index") return { kind: "leaf", path: normalPath(model, folder), language };
  return { kind: "page", path: normalPath(model, posix.join(folder, bare)), language };
}

const kinds = { page: 0, branch: 1, leaf: 2 };

/**
 * Whether of two pages at one place it is `path` that Hugo builds: one with the language in its name, else
 * the folder's, else of two extensions the last.
 */
export function isBuiltInstead(
  model: HugoModel,
  path: string,
  other: string,
  files: ReadonlySet<string>,
): boolean {
  const [here, there] = [path, other].map((one) => placePage(model, one, files));
  if (here == null || there == null) return false;
  if (here.path !== there.path || here.language !== there.language) return false;
  const [named, otherNamed] = [path, other].map((one) => hasLanguage(model, one));
  if (named !== otherNamed) return named === true;
  if (here.kind !== there.kind) return kinds[here.kind] > kinds[there.kind];
  return path.replace(pageExtension, "") === other.replace(pageExtension, "") && path > other;
}

function hasLanguage(model: HugoModel, path: string): boolean {
  const [, language = "", extension] = /\.([A-Za-z-]+)\.(\w+)$/.exec(posix.basename(path)) ?? [];
  return extension !== undefined && model.languages.includes(language.toLowerCase());
}

/** Whether Hugo shows the file at any place. */
export function isShown(model: HugoModel, path: string, files: ReadonlySet<string>): boolean {
  const place = placePage(model, path, files);
  const isAtOwnPlace = place !== null && !model.isUnrendered(place.path);
  return isAtOwnPlace || model.pages.some(({ source }) => source === path);
}

/** Places at which mounts of single files show a page besides its own. */
export function furtherPlaces(model: HugoModel, path: string): PagePlace[] {
  const found = model.pages.filter(({ source }) => source === path);
  return found.map(({ target, language }) => ({
    kind: "page",
    path: normalPath(model, posix.join("/", target.replace(/\.[^./]+$/, ""))),
    language: language ?? model.defaultLanguage,
  }));
}

/** Returns the file's mount, and its path below the content folder. */
export function mountOf(
  { content, ignores }: HugoModel,
  path: string,
): { mount: ContentMount; below: string } | null {
  if (ignores?.(path) === true) return null;
  const mount = content.find(
    ({ source, takes }) => path.startsWith(`${source}/`) && takes?.(path.slice(source.length + 1)) !== false,
  );
  if (mount === undefined) return null;
  return { mount, below: posix.join(mount.target, path.slice(mount.source.length + 1)) };
}

function splitLanguage(model: HugoModel, name: string, mount: ContentMount) {
  const language = mount.language ?? model.defaultLanguage;
  const suffix = /^(.+)\.([A-Za-z-]+)$/.exec(name);
  if (suffix === null || !model.languages.includes(suffix[2]!.toLowerCase())) return { bare: name, language };
  return { bare: suffix[1]!, language: suffix[2]!.toLowerCase() };
}

/** The page that a content file belongs to, so that it is none itself. */
export function findOwner(model: HugoModel, path: string, files: ReadonlySet<string>): string | null {
  const mounted = mountOf(model, path);
  if (mounted === null) return null;
  const { bare } = splitLanguage(model, posix.basename(path).replace(/\.[^.]+$/, ""), mounted.mount);
  return findLeafAround(path, mounted.mount, bare === "index", files);
}

/** What lies below the folder of an `index.md` belongs to that page. */
function findLeafAround(
  path: string,
  { source }: ContentMount,
  isLeaf: boolean,
  files: ReadonlySet<string>,
): string | null {
  let folder = isLeaf ? posix.dirname(posix.dirname(path)) : posix.dirname(path);
  for (; folder.startsWith(source) && folder.length > source.length; folder = posix.dirname(folder)) {
    const owner = leafNames.map((name) => `${folder}/${name}`).find((one) => files.has(one));
    if (owner !== undefined) return owner;
  }
  return null;
}

/** Normalises a file's path as Hugo does for pages: lower case, `-` for white space. */
export function normalPath({ keepsCase }: HugoModel, path: string): string {
  const spaced = path.replace(/[\s]+/g, "-");
  return keepsCase ? spaced : spaced.toLowerCase();
}
