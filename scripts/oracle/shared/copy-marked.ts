import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { isPagePath } from "../../../src/text/page-path.ts";
import { type MarkedLink, type MarkStyle, markLinks } from "./mark-sources.ts";

interface CopyOptions {
  from: string;
  to: string;
  style?: MarkStyle;
  /** Text that is included in other pages gets no mark of its own; its links do. */
  isPage(path: string): boolean;
}

/** Copies a fixture with a mark on every page and link. Empties `to` first. */
export async function copyMarked({ from, to, style = "title", isPage }: CopyOptions): Promise<MarkedLink[]> {
  await rm(to, { recursive: true, force: true });
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, { recursive: true });
  const links: MarkedLink[] = [];
  for (const entry of await readdir(to, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !isPagePath(entry.name)) continue;
    const path = relative(to, file);
    const text = markLinks(path, await readFile(file, "utf8"), links, style);
    await writeFile(file, isPage(path) ? `${text.trimEnd()}\n\n@@SOURCE ${path}@@\n` : text);
  }
  return links;
}
