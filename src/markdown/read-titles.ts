import type { PageLink } from "./page-scan.ts";

/** What Docsify reads in the title of a link: `[a](b.md ':include')`. */
const titled = /^>?[ \t]+["'][^"'\r\n]{0,200}:(include|ignore)\b/;
const titleMax = 250;

/** Gives links whose titles say `:include` or `:ignore` the kind of an include or of an address in HTML. */
export function readTitles(text: string, links: PageLink[]): PageLink[] {
  if (!text.includes(":include") && !text.includes(":ignore")) return links;
  return links.map((link) => {
    const [, word] = (link.kind === "link" && titled.exec(text.slice(link.end, link.end + titleMax))) || [];
    if (word === undefined) return link;
    return { ...link, kind: word === "include" ? "title-include" : "href" };
  });
}
