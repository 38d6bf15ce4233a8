import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";
import { readSettings } from "../shared/read-settings.ts";
import { type HugoModel, rootOfHugo } from "./model.ts";
import { readHugoModel } from "./read-model.ts";

const named = /(?:^|\/)(?:config\/_default\/)?hugo\.(?:toml|ya?ml|json)$/;
const old = /(?:^|\/)(?:config\/_default\/)?config\.(?:toml|ya?ml|json)$/;
const aside = /(?:^|\/)(?:node_modules|exampleSite|themes|_vendor|testdata)\//;

/** Settings that tell Hugo's configuration from others'. */
const ofHugo = [
  ...["baseurl", "languagecode", "defaultcontentlanguage", "disablekinds", "enablegitinfo"],
  ...["enablerobotstxt", "markup", "permalinks", "outputs", "module"],
];

/** Finds the main configuration file: the first with pages, as a theme has one of its own without any. */
export async function detectHugo(context: SiteContext): Promise<string | null> {
  const paths = [...context.files].filter(
    (path) => (named.test(path) || old.test(path)) && !aside.test(path),
  );
  paths.sort((a, b) => a.split("/").length - b.split("/").length || compareRanks(a, b) || (a < b ? -1 : 1));
  let first: string | null = null;
  for (const path of paths) {
    if (!named.test(path) && !(await isOldHugo(context, path))) continue;
    const read = await readHugoModel(context, path);
    if (read !== null && hasPages(context, read.model)) return path;
    // A file for something else may have the name; one that cannot be read has Hugo's folders beside it.
    if (read !== null || hasFolder(context, path, "content")) first ??= path;
  }
  return first;
}

const endings = ["toml", "yaml", "yml", "json"];

/** Of two in one folder, Hugo reads the one by its name of today, then by its ending. */
function compareRanks(a: string, b: string): number {
  if (posix.dirname(a) !== posix.dirname(b)) return 0;
  const rank = (path: string) => (named.test(path) ? 0 : 10) + endings.indexOf(path.split(".").at(-1)!);
  return rank(a) - rank(b);
}

/** Other tools use the old name too: there the folders must be Hugo's. */
async function isOldHugo(context: SiteContext, path: string): Promise<boolean> {
  const isHere = (folder: string) => hasFolder(context, path, folder);
  if (!isHere("content") || !(isHere("layouts") || isHere("themes") || isHere("archetypes"))) return false;
  const settings = await readSettings(context, path);
  // Another generator with the same folders needs `base_url`.
  return settings !== null && !("base_url" in settings) && ofHugo.some((key) => key in settings);
}

function hasFolder({ files }: SiteContext, path: string, folder: string): boolean {
  const start = posix.join(rootOfHugo(path), folder, "/");
  return [...files].some((one) => one.startsWith(start));
}

function hasPages({ files }: SiteContext, { content }: HugoModel): boolean {
  return [...files].some(
    (file) => /\.(?:md|markdown)$/.test(file) && content.some(({ source }) => file.startsWith(`${source}/`)),
  );
}
