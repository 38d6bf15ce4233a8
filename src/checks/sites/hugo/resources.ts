import { posix } from "node:path";
import { addressKey } from "../../model/address-key.ts";
import type { Site } from "../../model/site.ts";
import type { HugoModel } from "./model.ts";
import { pageTableOf } from "./page-table.ts";
import { mountOf, ownerNames, placePage } from "./place-page.ts";
import { addressesOfHugo, languagePrefix } from "./routes.ts";

/** Files that Hugo makes pages of. */
const ofPages = /\.(?:md|markdown|mdown|html)$/i;

/** Finds the file that a page has among its own: beside its `index.md`, in any language. */
export function findOwnResource({ files }: Site, model: HugoModel, from: string, named: string) {
  const mounted = mountOf(model, from);
  const place = mounted === null ? null : placePage(model, from, files);
  if (place === null || place.kind === "page" || named.startsWith("/")) return null;
  const folder = posix.join("/", posix.dirname(mounted!.below));
  const below = posix.join(folder, named);
  if (!below.startsWith(posix.join(folder, "/"))) return null;
  const own = mounted!.mount;
  for (const { source, target } of [own, ...model.content.filter((mount) => mount !== own)]) {
    const path = posix.relative(`/${target}`, below);
    const file = posix.join(source, path);
    if (!path.startsWith("../") && files.has(file) && !ofPages.test(file)) return file;
  }
  return null;
}

/** Returns the files that a page finds by their names among its resources, without its translations. */
export function findOwnFiles(model: HugoModel, page: string, files: ReadonlySet<string>): string[] {
  const place = placePage(model, page, files);
  if (place === null || place.kind === "page") return [];
  const folder = `${posix.dirname(page)}/`;
  const isOwn = (path: string) =>
    path.startsWith(folder) &&
    !/(?:^|\/)\./.test(path.slice(folder.length)) &&
    placePage(model, path, files) === null &&
    !path.endsWith(".html");
  // Those of a section lie directly in its folder, as far as they are certain.
  return [...files].filter(
    (path) => isOwn(path) && (place.kind === "leaf" || !path.includes("/", folder.length)),
  );
}

/**
 * Finds the file beside an `index.md` or `_index.md` that is published at an address: below that page's own.
 * "open": it depends on whether the page is published.
 */
export function findResource(site: Site, model: HugoModel, address: string): string | "open" | null {
  const { files, index } = site;
  if (ofPages.test(address)) return null;
  for (let folder = posix.dirname(address); ; folder = posix.dirname(folder)) {
    const page = index.addresses.get(addressKey(folder));
    const place = page === undefined ? null : placePage(model, page, files);
    if (place !== null && place.kind !== "page") {
      const path = findOwnResource(site, model, page!, posix.relative(folder, address));
      if (path !== null) return isOnlyElsewhere(site, model, page!, path) ? null : path;
    }
    if (folder === "/" || folder === ".") break;
  }
  return findByPath(site, model, address) ? "open" : null;
}

/** Pages of several languages share the files beside them, which are published with the main one's. */
function isOnlyElsewhere(site: Site, model: HugoModel, page: string, path: string): boolean {
  const place = placePage(model, page, site.files)!;
  if (model.copiesResources || place.language === model.defaultLanguage) return false;
  const hasOwn = mountOf(model, path)?.mount.language === place.language;
  return !hasOwn && pageTableOf(site, model).byPath.has(`${model.defaultLanguage} ${place.path}`);
}

/** Whether a file at this path has an owner whose address is not known. */
function findByPath(site: Site, model: HugoModel, address: string): boolean {
  const { files, pages } = site;
  for (const mount of model.content) {
    const { source, target } = mount;
    const prefix = languagePrefix(model, mount.language ?? model.defaultLanguage);
    const start = posix.join("/", prefix, target, "/");
    if (!address.startsWith(start)) continue;
    const path = posix.join(source, address.slice(start.length));
    if (!files.has(path)) continue;
    for (let folder = posix.dirname(path); folder.startsWith(source); folder = posix.dirname(folder)) {
      const owner = ownerNames.map((name) => `${folder}/${name}`).find((one) => files.has(one));
      const found = { path: owner ?? "", facts: pages.get(owner ?? "") };
      if (owner !== undefined) return (addressesOfHugo(model, found, files)?.own ?? null) === null;
    }
  }
  return false;
}
