import { scanPage } from "../../../src/markdown/scan-page.ts";

/** A link as it is written, under the number that its mark in the built page has. */
export interface MarkedLink {
  path: string;
  line: number;
  target: string;
}

export type MarkStyle = "title" | "text";

/**
 * A page's text with a mark on every link, by which it is found again in what the generator makes of it: a
 * title, or the number in the link's text where the generator drops titles.
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
  if (kind === "href" || kind === "src") {
    const isQuoted = /["']/.test(text[end] ?? "");
    return { at: isQuoted ? end + 1 : end, write: (number) => ` title="cdk${number}"` };
  }
  if (style === "text" && kind === "link") {
    const close = text.lastIndexOf("](", start);
    return close < 0 ? null : { at: close, write: (number) => ` cdk${number}` };
  }
  const behind = text[end] === ">" ? end + 1 : end;
  // A title of its own stays; such a link is not told.
  if (/^[ \t]+["'(]/.test(text.slice(behind, behind + 20))) return null;
  return { at: behind, write: (number) => ` "cdk${number}"` };
}
