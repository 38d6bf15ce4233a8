import { matchGlob } from "../text/match-glob.ts";
import { isPagePath, pageExtension } from "../text/page-path.ts";
import { trimEndCharacters } from "../text/trim-characters.ts";

/**
 * Whether the path is a Markdown page of the site. Folders that begin with a dot hold settings, not pages.
 */
export function isEditablePage(path: string): boolean {
  if (!isPagePath(path)) return false;
  return !path.split("/").some((name) => name.startsWith(".") || name === "node_modules");
}

/**
 * Creates a test for the paths in a folder, of a page (with or without extension), or matching a glob; null
 * matches everything.
 */
export function createScopeTest(scope: string | null): (path: string) => boolean {
  if (scope === null) return () => true;
  if (/[*?{]/.test(scope)) return matchGlob(scope);
  const folder = trimEndCharacters(scope, "/");
  return (path) =>
    path === folder || path.startsWith(`${folder}/`) || path.replace(pageExtension, "") === folder;
}
