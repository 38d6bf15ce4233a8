import { posix } from "node:path";
import type { SiteContext } from "../../site.ts";
import { readSettings } from "../shared/read-settings.ts";

const named = /(?:^|\/)(?:config\/_default\/)?hugo\.(?:toml|ya?ml|json)$/;
const old = /(?:^|\/)(?:config\/_default\/)?config\.(?:toml|ya?ml)$/;
const aside = /(?:^|\/)(?:node_modules|exampleSite|themes|_vendor|testdata)\//;

/** The main configuration file. Others use the old name too: there the folders must be Hugo's. */
export async function detectHugo(context: SiteContext): Promise<string | null> {
  const paths = [...context.files].filter(
    (path) => (named.test(path) || old.test(path)) && !aside.test(path),
  );
  paths.sort((a, b) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1));
  for (const path of paths) {
    if (named.test(path)) return path;
    const root = rootOfHugo(path);
    const isHere = (folder: string) =>
      [...context.files].some((one) => one.startsWith(posix.join(root, folder, "/")));
    if (!isHere("content") || !(isHere("layouts") || isHere("themes") || isHere("archetypes"))) continue;
    const settings = await readSettings(context, path);
    if (settings !== null && ("baseurl" in settings || "languagecode" in settings)) return path;
  }
  return null;
}

/** The folder that a configuration file's paths count from, "" for the repository's. */
export function rootOfHugo(path: string): string {
  const folder = posix.dirname(path).replace(/(?:^|\/)config\/_default$/, "");
  return folder === "." ? "" : folder;
}
