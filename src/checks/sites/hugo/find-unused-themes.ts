import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";
import { readSettings, type Settings, textAt } from "../shared/read-settings.ts";
import { importsOf, listOf } from "./lists-of-settings.ts";

const mayNameThemes = /^(?:config\/|(?:hugo|config)\.(?:toml|ya?ml|json)$)/;

/**
 * Returns the folders of themes that lie in the repository although the site is built without them. None if
 * something that is not read may name them: modules, a further environment, a theme that is elsewhere.
 */
export async function findUnusedThemes(
  context: SiteContext,
  root: string,
  settings: Settings,
): Promise<string[]> {
  const themes = posix.join(root, textAt(settings, "themesdir") ?? "themes", "/");
  const paths = [...context.files];
  const named = listOf(settings.theme).map((name) => posix.join(themes, name, "/"));
  const isIn = (folder: string) => (path: string) => path.startsWith(folder);
  const environments = paths.filter(isIn(posix.join(root, "config/")));
  if (named.length === 0 || importsOf(settings).length > 0) return [];
  if (!environments.every(isIn(posix.join(root, "config/_default/")))) return [];
  for (const folder of named) {
    const own = paths.filter(isIn(folder));
    if (own.length === 0) return [];
    for (const path of own.filter((one) => mayNameThemes.test(one.slice(folder.length)))) {
      const read = await readSettings(context, path);
      if (read === null || read.theme !== undefined || importsOf(read).length > 0) return [];
    }
  }
  const folders = paths
    .filter(isIn(themes))
    .map((path) => path.slice(0, path.indexOf("/", themes.length) + 1));
  return [...new Set(folders)].filter((folder) => folder !== "" && !named.some(isIn(folder)));
}
