import { posix } from "node:path";
import { isPagePath } from "../../../text/page-path.ts";
import type { SiteContext } from "../../model/site.ts";

const own = /^(?:theme|remote_theme|plugins|gems|markdown|kramdown|permalink|baseurl|collections)[ \t]*:/m;
const others =
  /^(?:sphinx|execute|launch_buttons|source_dir|skip_render|new_post_name|post_asset_folder|archive_dir)[ \t]*:/m;

/** Configurations of other programs, beside which a theme for GitHub's pages has no effect. */
const builders = ["_toc.yml", "docfx.json", "_quarto.yml"];

/** Finds a `_config.yml` that Jekyll reads: Jupyter Book and Hexo have files of that name as well. */
export async function detectJekyll({ files, read }: SiteContext): Promise<string | null> {
  const found = [...files].filter(
    (path) => /(?:^|\/)_config\.ya?ml$/.test(path) && !path.includes("node_modules/"),
  );
  found.sort((a, b) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1));
  for (const path of found) {
    const text = (await read(path)).toString("utf8");
    const folder = posix.dirname(path);
    if (others.test(text) || builders.some((name) => files.has(posix.join(folder, name)))) continue;
    const parts = ["_layouts/", "_includes/", "_posts/"].map((name) => posix.join(folder, name));
    const hasParts = [...files].some((file) => parts.some((part) => file.startsWith(part)));
    const gems = posix.join(folder, "Gemfile");
    const hasGem = files.has(gems) && /jekyll|github-pages/.test((await read(gems)).toString("utf8"));
    if (hasParts || hasGem || (own.test(text) && (mayBeServed(folder) || holdsMost(files, folder))))
      return path;
  }
  return null;
}

/** GitHub's pages, for which settings alone are enough, are made of the root or of this folder. */
function mayBeServed(folder: string): boolean {
  return folder === "." || folder === "docs";
}

function holdsMost(files: ReadonlySet<string>, folder: string): boolean {
  const pages = [...files].filter(isPagePath);
  return pages.filter((path) => path.startsWith(`${folder}/`)).length * 2 >= pages.length;
}
