import { isPagePath } from "../build-index.ts";
import type { Pause } from "../create-pause.ts";
import type { Site } from "../site.ts";
import type { Finding } from "../types.ts";
import { findPossibleLinks } from "./find-possible-links.ts";
import { type NamedFile, nameAddresses, nameFile } from "./may-name.ts";

interface Before {
  /** Of the front matter of pages. */
  addresses: ReadonlyMap<string, readonly string[]>;
  isWhole: boolean;
  /** Files that were moved or deleted after somebody had looked at what may lead to them. */
  released: ReadonlySet<string>;
  /** Old paths → new ones. */
  newPaths: ReadonlyMap<string, string>;
}

/** What may lead to files and addresses that a change has taken away, where that is not judged. */
export async function findTakenAway(site: Site, before: Before, pause: Pause): Promise<Finding[]> {
  if (site.configuration.isRoutingKnown && !before.isWhole) return [];
  const gone = [...site.filesBefore]
    .filter((path) => !site.files.has(path) && !before.released.has(path))
    .filter((path) => site.configuration.isChecked(path) && !isCode(path))
    .map((path) => nameFile(path, before.addresses.get(path)));
  const files = [...gone, ...readdressed(site, before)];
  if (files.length === 0) return [];
  const links = await findPossibleLinks(site, files, { isWhole: before.isWhole, pause });
  return links.map(({ about, path, line, column, target }) => ({
    rule: "internal-link",
    path,
    line,
    column,
    target,
    message: `${target} may lead to ${about}, ${site.files.has(about) ? "whose address this change takes away" : "which this change takes away"}; where it leads is not judged, so change it or keep the address`,
    subject: { path: about, rest: target },
    guess: { pages: [about], keepId: null },
  }));
}

/** Code and data are named by what is no documentation. */
function isCode(path: string): boolean {
  return (
    !isPagePath(path) &&
    /\.(?:[cm]?[jt]sx?|json|ya?ml|toml|lock|css|vue|astro|svelte|html?|py|rs|go)$/i.test(path)
  );
}

/** Pages that are there but have lost an address of their front matter, or the one by their path to one of it. */
function* readdressed(site: Site, { addresses, newPaths }: Before): Generator<NamedFile> {
  for (const path of site.filesBefore) {
    const now = newPaths.get(path) ?? path;
    const page = site.pages.get(now);
    if (page === undefined) continue;
    const known = addresses.get(path) ?? [];
    const lost = known.filter((address) => !page.addresses.includes(address));
    if (known.length === 0 && page.addresses.length > 0 && page.routeHints.length > 0) yield nameFile(path);
    else if (lost.length > 0) yield nameAddresses(path, lost);
  }
}
