import { posix } from "node:path";
import { isPagePath } from "../../../text/page-path.ts";
import type { SiteContext } from "../../model/site.ts";

/** Files of generators, including those that have no reader here. */
const generatorFile =
  /^(?:(?:docusaurus|astro|next|nuxt|eleventy|svelte|source|rspress|vocs|velite|contentlayer)\.config\.\w+|gatsby-config\.\w+|\.eleventy\.js|_config\.ya?ml|conf\.py|antora(?:-playbook)?\.ya?ml|mint\.json|docs\.json|book\.(?:toml|json)|hugo\.\w+|config\.toml|pelicanconf\.py|(?:mkdocs|properdocs)\.ya?ml|SUMMARY\.md|_sidebar\.md|docfx\.json|_quarto\.yml|_toc\.yml|myst\.yml|\.readthedocs\.ya?ml|\.gitbook\.ya?ml|\.gitmodules|_meta\.\w+|index\.html|quartz\.config\.ts)$/;
const generatorFolder = /(?:^|\/)\.(?:vuepress|vitepress|obsidian)\//;
const otherFormat = /\.(?:rst|adoc)$/;
const generatorPackage =
  /"(?:next|nuxt|astro|gatsby|hexo|docsify(?:-cli)?|vuepress|vitepress|nextra|@?rspress(?:\/core)?|vocs|honkit|@11ty\/eleventy|@docusaurus\/core|@sveltejs\/kit|fumadocs-[\w-]+)"[ \t]*:/;
const packagesMax = 30;
const pagesMax = 300;
const linksMin = 10;
const shareMin = 0.95;
const link = /\]\(([^()\s<>]+)/g;

/**
 * Detects a repository that people read on its code host: it has a README, no files of a generator, no front
 * matter, and its pages link to each other's files.
 */
export async function detectGithub({ files, read }: SiteContext): Promise<string | null> {
  const readme = [...files].find((path) => /^readme\.md$/i.test(path));
  if (readme === undefined) return null;
  const pages: string[] = [];
  const packages: string[] = [];
  for (const path of files) {
    if (isOfGenerator(path)) return null;
    if (isPagePath(path) && !/(?:^|\/)(?:\.[^/]+|node_modules|vendor)\//.test(path)) pages.push(path);
    if (/(?:^|\/)package\.json$/.test(path)) packages.push(path);
  }
  for (const path of packages.slice(0, packagesMax))
    if (namesGenerator((await read(path)).toString("utf8"))) return null;
  const tally = { right: 0, wrong: 0 };
  for (const path of pages.slice(0, pagesMax)) {
    const text = (await read(path)).toString("utf8");
    if (/^(?:---|\+\+\+)\r?\n/.test(text) || /\{\{[<%{]|\{%/.test(text)) return null;
    for (const [, target] of text.matchAll(link)) count(tally, files, path, target!);
  }
  const all = tally.right + tally.wrong;
  return tally.right >= linksMin && tally.right >= all * shareMin ? readme : null;
}

/** Whether the manifest of a package names a generator. */
export function namesGenerator(manifest: string): boolean {
  return generatorPackage.test(manifest);
}

/** Whether a file is one of any generator. */
export function isOfGenerator(path: string): boolean {
  return generatorFile.test(posix.basename(path)) || generatorFolder.test(path) || otherFormat.test(path);
}

/** Counts only links that name a page's file or what is built of it, or something from the root. */
function count(
  tally: { right: number; wrong: number },
  files: ReadonlySet<string>,
  from: string,
  target: string,
): void {
  const bare = target.replace(/[?#].*$/s, "");
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(bare) || bare === "") return;
  // Code as a target is ExDoc's.
  if (bare.startsWith("`")) tally.wrong += 1;
  const isAbsolute = bare.startsWith("/");
  if (!isAbsolute && !/\.(?:mdx?|html)$/.test(bare)) return;
  const path = isAbsolute ? bare.slice(1) : posix.join(posix.dirname(from), decodeSafely(bare));
  if (files.has(path)) tally.right += 1;
  else tally.wrong += 1;
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
