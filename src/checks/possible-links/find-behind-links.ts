import { posix } from "node:path";
import type { PageLink } from "../../markdown/page-scan.ts";
import { scanPage } from "../../markdown/scan-page.ts";
import { isPagePath } from "../../text/page-path.ts";
import { resolveLink } from "../links/resolve-link.ts";
import type { Site } from "../model/site.ts";
import type { PossibleLink } from "./find-mentions.ts";
import type { NamedFile } from "./may-name.ts";

const bytesMax = 1024 * 1024;

/**
 * Finds pages that are symbolic links to the files, and what leads to the files in the text of such pages,
 * which is that of another file, but counts from the place of the link.
 */
export async function findBehindLinks(site: Site, files: readonly NamedFile[]): Promise<PossibleLink[]> {
  const asked = new Set(files.map(({ path }) => path));
  const found: PossibleLink[] = [];
  for (const [path, facts] of site.pages) {
    if (facts.notRead !== "") continue;
    const target = (await site.read(path)).toString("utf8");
    const shown = posix.join(posix.dirname(path), target);
    if (asked.has(shown)) found.push({ about: shown, path, line: 1, column: 1, target, isByPath: true });
    if (!isPagePath(shown) || !site.files.has(shown)) continue;
    const bytes = await site.read(shown);
    if (bytes.length > bytesMax) continue;
    const { links } = scanPage(bytes.toString("utf8"), { mdx: shown.endsWith("x") });
    for (const link of links) {
      const about = fileOf(site, path, link);
      // Where the link leads to the same file from its own place, it is rewritten there.
      if (about === null || !asked.has(about) || fileOf(site, shown, link) === about) continue;
      found.push({ about, path, line: link.line, column: link.column, target: link.target });
    }
  }
  return found;
}

function fileOf(site: Site, from: string, { target, kind }: PageLink): string | null {
  const found = resolveLink(site, from, target, kind);
  return found.kind === "page" || found.kind === "file" ? found.path : null;
}
