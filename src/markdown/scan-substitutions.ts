import type { PageLink, PageScan } from "./page-scan.ts";

const charactersMax = 20_000;
const member = /^[ \t]+["']?([\w-]{1,100})["']?[ \t]*:[ \t](.*)$/;
const target = /\]\(([^()\s<>"'\\]{1,500})\)/g;

/** Finds links in MyST's substitutions that the page uses as `{{ name }}`, each defined on one line. */
export function scanSubstitutions(text: string, frontMatter: PageScan["frontMatter"]): PageLink[] {
  const links: PageLink[] = [];
  if (frontMatter?.language !== "yaml" || !text.includes("{{")) return links;
  const { contentStart, contentEnd } = frontMatter;
  const content = text.slice(contentStart, Math.min(contentEnd, contentStart + charactersMax));
  if (!/^myst[ \t]*:/m.test(content) || !content.includes("substitutions")) return links;
  const uses = text.slice(contentEnd).matchAll(/\{\{([^{}]{1,300})\}\}/g);
  const used = new Set([...uses].flatMap(([, inside]) => inside!.match(/[\w-]+/g) ?? []));
  let start = contentStart;
  let line = text.slice(0, contentStart).split("\n").length;
  for (const row of content.split("\n")) {
    const [, name, value] = member.exec(row) ?? [];
    for (const { index, 1: one } of used.has(name ?? "") ? value!.matchAll(target) : []) {
      const at = row.length - value!.length + index + 2;
      const place = { start: start + at, end: start + at + one!.length, line, column: at + 1 };
      links.push({ kind: "link", target: one!, ...place, text: "" });
    }
    start += row.length + 1;
    line += 1;
  }
  return links;
}
