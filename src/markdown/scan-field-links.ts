import type { PageLink, PageScan } from "./page-scan.ts";

const charactersMax = 20_000;
/** Buttons, cards and the links to the pages before and after, of Starlight, VitePress and VuePress. */
const section = /^["']?(?:hero|features|actions|actionLink|prev|next)["']?[ \t]*:/;
const button = /^actionLink[ \t]*:/;
const block = /:[ \t]+[|>][-+\d]*$/;
const listMarks = /^[ \t]*(?:-[ \t]+)*/;
const link =
  /^[ \t]*(?:-[ \t]+)*["']?(?:link|actionLink)["']?[ \t]*:[ \t]+(?:"([^"\\]+)"|'([^']+)'|([^\s"'#&*!|>{[%@`]\S*))(?:[ \t]+#.*)?$/;

/** The same in one line: `{ text: A, link: /a }`. */
const flow = /^[ \t]*(?:-[ \t]+)*(?:["']?\w{1,40}["']?[ \t]{0,9}:[ \t]{1,9})?[[{]/;
const flowLink =
  /[{,][ \t]{0,9}["']?link["']?[ \t]{0,9}:[ \t]{1,9}(?:"([^"\\]+)"|'([^']+)'|([^\s"'#&*!|>{}[\]%@`,][^\s,{}]*))/g;

/** What Docusaurus shows in the place of the pages before and after. */
const pagination =
  /^pagination_(?:next|prev)[ \t]*:[ \t]+(?:"([^"\\]+)"|'([^']+)'|([^\s"'#&*!|>{[%@`]\S*))(?:[ \t]+#.*)?$/;

/**
 * Finds links that YAML front matter holds as `link: …` below `hero`, `features`, `actions`, `prev` and
 * `next` and as `actionLink: …`, and pages that it names as `pagination_next: …`.
 */
export function scanFieldLinks(text: string, frontMatter: PageScan["frontMatter"]): PageLink[] {
  const links: PageLink[] = [];
  if (frontMatter === null || frontMatter.language !== "yaml") return links;
  const { contentStart, contentEnd } = frontMatter;
  const content = text.slice(contentStart, Math.min(contentEnd, contentStart + charactersMax));
  if (!/\b(?:link|actionLink)\b|^pagination_/m.test(content)) return links;
  let start = contentStart;
  let line = text.slice(0, contentStart).split("\n").length;
  let isShown = false;
  let blockIndent: number | null = null;
  for (const whole of content.split("\n")) {
    const row = whole.trimEnd();
    const indent = row.search(/\S/);
    if (blockIndent !== null && indent >= 0 && indent <= blockIndent) blockIndent = null;
    if (blockIndent === null && indent >= 0) {
      if (indent === 0 && !/^[-#]/.test(row)) isShown = section.test(row);
      const named = pagination.exec(row);
      const match = named ?? (isShown && (!section.test(row) || button.test(row)) ? link.exec(row) : null);
      const target = match?.[1] ?? match?.[2] ?? match?.[3];
      if (target !== undefined && !(named !== null && /^(?:null|~)$/.test(target))) {
        const at = row.indexOf(target, row.indexOf(":") + 1);
        const place = { start: start + at, end: start + at + target.length, line, column: at + 1 };
        links.push({ kind: named === null ? "field" : "doc-id", target, ...place, text: "" });
      }
      if (isShown && flow.test(row)) links.push(...scanFlow(row, start, line));
      if (block.test(row)) blockIndent = listMarks.exec(row)![0].length;
    }
    start += whole.length + 1;
    line += 1;
  }
  return links;
}

function scanFlow(row: string, start: number, line: number): PageLink[] {
  return [...row.matchAll(flowLink)].map(({ 0: whole, 1: double, 2: single, 3: bare, index }) => {
    const target = double ?? single ?? bare!;
    const at = index + whole.lastIndexOf(target);
    const place = { start: start + at, end: start + at + target.length, line, column: at + 1 };
    return { kind: "field", target, ...place, text: "" };
  });
}
