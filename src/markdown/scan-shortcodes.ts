import type { PageLink } from "./page-scan.ts";
import { findLineStarts } from "./page-state.ts";

const attribute = /(?<![\w-])(?:link|href|url|to)="([^"\n]{1,400})"/g;
const shortcodeMax = 600;

/** Finds attributes of Hugo's shortcodes whose names mark them as addresses. */
export function scanShortcodes(text: string): PageLink[] {
  const links: PageLink[] = [];
  if (!text.includes("{{<") && !text.includes("{{%")) return links;
  const lineStarts = findLineStarts(text);
  let line = 0;
  for (const { 0: all, 1: target, index } of text.matchAll(attribute)) {
    if (!isInShortcode(text.slice(Math.max(0, index - shortcodeMax), index))) continue;
    const start = index + all.indexOf('"') + 1;
    while (line + 1 < lineStarts.length && lineStarts[line + 1]! <= start) line += 1;
    const place = { line: line + 1, column: start - lineStarts[line]! + 1 };
    links.push({
      kind: "shortcode",
      target: target!,
      start,
      end: start + target!.length,
      ...place,
      text: "",
    });
  }
  return links;
}

/** Whether a place is inside a shortcode; one that begins with a comment mark is only shown. */
function isInShortcode(before: string): boolean {
  const opened = Math.max(before.lastIndexOf("{{<"), before.lastIndexOf("{{%"));
  const closed = Math.max(before.lastIndexOf(">}}"), before.lastIndexOf("%}}"));
  return opened > closed && !before.startsWith("/*", opened + 3);
}
