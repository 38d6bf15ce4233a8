import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import GithubSlugger from "github-slugger";
import { listPages } from "./doc-paths.ts";

/** Finds links of the project's pages to a heading that the target page does not have. */
export function findMissingHeadings(root: string): string[] {
  const slugs = new Map<string, Set<string>>();
  return listPages(root).flatMap((page) => {
    const text = readFileSync(join(root, page), "utf8");
    const links = [...text.matchAll(/\]\(((?!https?:)[^)\s#]*)#([^)\s]+)\)/g)];
    return links.flatMap(([link, path = "", anchor = ""]) => {
      const target = path === "" ? page : join(dirname(page), path);
      if (!target.endsWith(".md") || !existsSync(join(root, target))) return [];
      if (!slugs.has(target)) slugs.set(target, readSlugs(join(root, target)));
      return slugs.get(target)!.has(anchor) ? [] : [`${page}: ${link} leads to no heading`];
    });
  });
}

function readSlugs(file: string): Set<string> {
  const text = readFileSync(file, "utf8").replace(/^ *```.*?^ *```$/gms, "");
  const slugger = new GithubSlugger();
  return new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) => slugger.slug(title!)));
}

/** Returns the pages that a folder's index lists, as paths below `docs/`. */
function listedIn(root: string, folder: string): string[] {
  const index = readFileSync(join(root, "docs", folder, "README.md"), "utf8");
  return [...index.matchAll(/^\| \[[^\]]+\]\(([^)]+\.md)\) \| \S/gm)].map(([, page]) => join(folder, page!));
}

/** Finds pages in `docs/` that no index lists. */
export function findUnlistedPages(root: string): string[] {
  const listed = new Set([...listedIn(root, ""), ...listedIn(root, "rules")]);
  return readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter(
      (name) => name.endsWith(".md") && name !== "README.md" && name !== "SUMMARY.md" && !listed.has(name),
    )
    .map((name) => `docs/${name} has no line in docs/README.md`);
}
