import { posix } from "node:path";
import { scanFrontMatter } from "../../markdown/scan-front-matter.ts";
import { isPagePath } from "../../text/page-path.ts";
import { keepDot } from "../links/keep-dot.ts";
import type { Site } from "../model/site.ts";
import type { EditCollection } from "./collect-edits.ts";

/** Writes paths of pictures and other files in the front matter anew, so that they name the same files. */
export async function rebaseFields(
  site: Site,
  edits: EditCollection,
  from: string,
  to: string,
): Promise<void> {
  const [folder, next] = [posix.dirname(from), posix.dirname(to)];
  if (folder === next || !isPagePath(from)) return;
  const text = (await site.read(from)).toString("utf8");
  const frontMatter = scanFrontMatter(text);
  if (frontMatter === null) return;
  const { contentStart, contentEnd } = frontMatter;
  for (const { rawPath, index } of relativePaths(text.slice(contentStart, contentEnd))) {
    const file = posix.join(folder, rawPath);
    if (isPagePath(file) || !site.files.has(file)) continue;
    const start = contentStart + index;
    const path = keepDot(posix.relative(next, file), { rawPath });
    edits.add(from, { start, end: start + rawPath.length, text: path }, "link");
  }
}

/** Finds values, and items of lists, that are paths relative to the page: `file: ../../assets/logo.png`. */
function* relativePaths(fields: string): Generator<{ rawPath: string; index: number }> {
  for (const { 0: rawPath, index } of fields.matchAll(/[^\s"',[\]{}#?]+/g)) {
    if (!/^\.{1,2}\//.test(rawPath)) continue;
    const before = fields.slice(Math.max(0, index - 10), index);
    const after = fields.slice(index + rawPath.length).slice(0, 10);
    if (/[:[,-][ \t]{0,9}["']?$/.test(before) && /^["']?[ \t]{0,9}(?:[,\]}#\r\n]|$)/.test(after))
      yield { rawPath, index };
  }
}
