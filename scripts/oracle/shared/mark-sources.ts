import { scanPage } from "../../../src/markdown/scan-page.ts";

/** A link as written, with the number of its mark in the built page. */
export interface MarkedLink {
  path: string;
  line: number;
  target: string;
}

export type MarkStyle = "title" | "text";

/**
 * Marks every link in a page's text, so that it can be found in the generator's output: by a title, or by a
 * number in the link's text if the generator drops titles.
 */
export function markLinks(path: string, text: string, links: MarkedLink[], style: MarkStyle): string {
  let marked = text;
  const scan = scanPage(text, { mdx: path.endsWith(".mdx") });
  for (const link of [...scan.links].reverse()) {
    const place = placeOf(marked, link, style);
    if (place === null) continue;
    const number = links.push({ path, line: link.line, target: link.target }) - 1;
    marked = marked.slice(0, place.at) + place.write(number) + marked.slice(place.at);
  }
  return marked;
}

interface MarkPlace {
  at: number;
  write(number: number): string;
}

type Link = ReturnType<typeof scanPage>["links"][number];

function placeOf(text: string, { kind, start, end }: Link, style: MarkStyle): MarkPlace | null {
  // What others read of these may be their whole text.
  if (kind === "tag-include" || kind === "wikilink") return null;
  if (kind === "href" || kind === "src" || kind === "prop") {
    const isQuoted = /["']/.test(text[end] ?? "");
    return { at: isQuoted ? end + 1 : end, write: (number) => ` title="cdk${number}"` };
  }
  if (style === "text" && kind === "link") {
    const close = text.lastIndexOf("](", start);
    return close < 0 ? null : { at: close, write: (number) => ` cdk${number}` };
  }
  const behind = text[end] === ">" ? end + 1 : end;
  // A link with a title of its own keeps it and is not recorded.
  if (/^[ \t]+["'(]/.test(text.slice(behind, behind + 20))) return null;
  return { at: behind, write: (number) => ` "cdk${number}"` };
}
