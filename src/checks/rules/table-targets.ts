import { posix } from "node:path";
import { trimCharacters } from "../../text/trim-characters.ts";
import type { RedirectTable } from "../model/redirect-table.ts";
import type { Site } from "../model/site.ts";
import { createPlacer } from "../pages/place-at.ts";
import { lookUpAddress } from "../sites/shared/addresses.ts";
import type { Finding } from "../types.ts";

/**
 * Finds redirects of a table that end at no page: those whose page is gone, and any where the table's
 * targets are all known.
 */
export async function checkTableTargets(site: Site): Promise<Finding[]> {
  const { redirectTable: table = null } = site.configuration;
  if (table === null) return [];
  const sources = new Set(table.entries.map(({ from }) => from));
  const names = namesOf(site.files, table, site);
  const namesBefore = namesOf(site.filesBefore, table, site);
  const open = table.entries.filter((entry) => {
    const name = table.form.follow(entry);
    if (name === null || sources.has(name) || isThere(site, names, name)) return false;
    return table.form.areAllKnown?.(name) === true || namesBefore.has(name);
  });
  if (open.length === 0) return [];
  const place = createPlacer(table.path, (await site.read(table.path)).toString("utf8"));
  return open.map(({ from, to, target }) => {
    const { path, line, column } = place(target.start, target.end);
    const message = `the redirect from ${from} leads to ${to}, where there is no page`;
    return { rule: "redirect-target", path, line, column, message, target: to };
  });
}

function isThere(site: Site, names: ReadonlySet<string>, name: string): boolean {
  const file = posix.join(site.configuration.docsRoot, trimCharacters(name, "/"));
  if (names.has(name) || lookUpAddress(site, posix.join("/", name)) !== null) return true;
  return !site.pages.has(file) && site.files.has(file);
}

/** Names of pages in any markup; a file in Markdown that is no page has none. */
function namesOf(files: ReadonlySet<string>, { form }: RedirectTable, { configuration }: Site): Set<string> {
  const { docsRoot, hasRoute } = configuration;
  const isPage = (path: string): boolean =>
    path.endsWith(".md") ? hasRoute(path) : /\.(?:rst|ipynb|txt)$/.test(path);
  const below = [...files].filter((path) => docsRoot === "" || path.startsWith(`${docsRoot}/`));
  return new Set(below.filter(isPage).map((path) => form.nameOf(path.replace(/\.ipynb$/, ".md"))));
}
