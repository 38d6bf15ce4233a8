import type { CheckedFinding } from "../agent/tools/tool-data.ts";
import type { PageLink } from "../markdown/page-scan.ts";
import { normalLabel } from "../markdown/page-state.ts";
import { scanPage } from "../markdown/scan-page.ts";
import type { Fix } from "./apply-fixes.ts";
import type { Page } from "./process-pages.ts";
import type { ShownTitles } from "./shown-titles.ts";

/**
 * The repairs that leave only the text of a link: of an inline one, or of all that refer to a definition,
 * which goes itself; of an HTML element `a`; or that take an entry out of a table of contents. None for
 * images and other attributes.
 */
export function findLinkAround(
  page: Page,
  { path, line, column, target }: CheckedFinding,
  titles: ShownTitles,
): Fix[] {
  const text = page.lines.join("\n");
  const scan = scanPage(text, { mdx: page.path.endsWith(".mdx") });
  const onLine = scan.links.filter(
    (link) =>
      link.line === line &&
      link.target === target &&
      /^(?:link|spaced|definition|href|wikilink)$/.test(link.kind),
  );
  const exact = onLine.find((candidate) => candidate.column === column);
  const others = [
    ...unlinkRole(page, path, { line, column, target }, titles),
    ...unlist(page, path, { line, target }),
  ];
  if (exact === undefined && others.length > 0) return others;
  const link = exact ?? (onLine.length === 1 ? onLine[0] : null);
  if (!link) return [];
  if (link.kind === "link" || link.kind === "spaced") return unlink(page, path, link, titles);
  if (link.kind === "wikilink") return unlinkName(page, path, link);
  if (link.kind === "href") return unlinkElement(page, path, link);
  const sameLabel = scan.links.filter(
    ({ kind, text: label }) => kind === "definition" && normalLabel(label) === normalLabel(link.text),
  );
  return sameLabel.length === 1 ? unlinkReferences({ page, path, text, spans: scan.spans }, link) : [];
}

/** `[[name|text]]` becomes its text, and `[[name]]` the name; what the page shows (`![[name]]`) stays. */
function unlinkName(page: Page, path: string, { line, column, target }: PageLink): Fix[] {
  const text = page.lines[line - 1]!;
  const start = text.lastIndexOf("[[", column - 1);
  const end = text.indexOf("]]", column - 1 + target.length) + 2;
  if (start < 0 || end < 2 || text[start - 1] === "!") return [];
  const old = text.slice(start, end);
  const bar = old.lastIndexOf("|");
  const shown = bar < 0 ? target : old.slice(bar + 1, -2);
  return [{ path, line, column: start + 1, old, new: shown }];
}

/** An element with a name of its own stays, as links may lead to it. */
function unlinkElement(page: Page, path: string, { line, column }: PageLink): Fix[] {
  const text = page.lines[line - 1]!;
  const start = text.lastIndexOf("<a", column - 1);
  const tag = /^<a\s(?:[^<>"']|"[^"]*"|'[^']*')*>/i.exec(start < 0 ? "" : text.slice(start))?.[0] ?? "";
  const inner = start + tag.length;
  const end = text.indexOf("</a>", inner);
  const isNamed = /\s(?:id|name)\s*=/i.test(tag);
  if (inner < column || end < 0 || isNamed || /<a\s/i.test(text.slice(inner, end))) return [];
  const old = text.slice(start, end + "</a>".length);
  return [{ path, line, column: start + 1, old, new: text.slice(inner, end) }];
}

/** With a title, as in `{ref}` with `the loom <loom>`, or without one. */
const roles = /\{(?:std:)?(doc|ref)\}`(?:([^`<>]*[^`<>\s])\s*<([^`<>]*)>|([^`<>]+))`/g;

function unlinkRole(
  page: Page,
  path: string,
  { line, column, target }: Pick<CheckedFinding, "line" | "column" | "target">,
  titles: ShownTitles,
): Fix[] {
  for (const found of (page.lines[line - 1] ?? "").matchAll(roles)) {
    const { index, 0: old, 1: role, 2: title, 3: named, 4: bare } = found;
    const holds = index < column - 1 && column - 1 < index + old.length;
    if (!holds || (named ?? bare)!.trim() !== target) continue;
    const shown = title ?? (role === "doc" ? titles.page : titles.labels.get(target));
    return shown == null ? [] : [{ path, line, column: index + 1, old, new: shown }];
  }
  return [];
}

/**
 * An entry of a table of contents is a line of its own, `guide/loom` or `Looms <guide/loom>`, and so is the
 * option of a card, `:link: guide/loom`.
 */
function unlist(page: Page, path: string, { line, target }: Pick<CheckedFinding, "line" | "target">): Fix[] {
  const whole = page.lines[line - 1] ?? "";
  const entry = whole.trim();
  const isEntry = [target, `:link: ${target}`].includes(entry) || entry.endsWith(` <${target}>`);
  return isEntry ? [{ path, line, column: 1, old: whole, new: "", takesLine: true }] : [];
}

/** A link without a text shows what it leads to, as a role does. */
function unlink(page: Page, path: string, link: PageLink, titles: ShownTitles): Fix[] {
  const text = page.lines[link.line - 1]!;
  const from = link.column - 1;
  const opening = text.slice(0, from).endsWith("](<") ? "](<" : "](";
  const textEnd = from - opening.length;
  const start = text.startsWith(opening, textEnd) ? findOpeningBracket(text, textEnd) : -1;
  const closing = /^>?(?:\s+(?:"[^"]*"|'[^']*'|\([^)]*\)))?\s*\)/.exec(text.slice(from + link.target.length));
  if (!text.startsWith(opening, textEnd) || closing === null) return [];
  const end = from + link.target.length + closing[0].length;
  if (start < 0) return unlinkLines(page, path, { line: link.line, textEnd, end });
  const old = text.slice(start, end);
  const label = titles.labels.get(link.target.replace(/^#/, ""));
  const shown = label ?? (link.target.includes("#") ? null : titles.page) ?? "";
  const inner = text.slice(start + 1, textEnd);
  return [{ path, line: link.line, column: start + 1, old, new: inner === "" ? shown : inner }];
}

/** A link whose text begins on a line before; all from the start of its last line on is its text. */
function unlinkLines(
  page: Page,
  path: string,
  { line, textEnd, end }: { line: number; textEnd: number; end: number },
): Fix[] {
  const last = page.lines[line - 1]!;
  const first = page.lines.findLastIndex((one, at) => at < line - 1 && one.trim() === "") + 1;
  const before = page.lines.slice(first, line - 1).join("\n");
  const at = findOpeningBracket(`${before}\n${last}`, before.length + 1 + textEnd);
  if (at < 0 || before[at - 1] === "!") return [];
  const above = before.slice(0, at).split("\n");
  const start = last.search(/\S/);
  const old = last.slice(start, end);
  return [
    { path, line: first + above.length, column: above.at(-1)!.length + 1, old: "[", new: "" },
    { path, line, column: start + 1, old, new: last.slice(start, textEnd) },
  ];
}

interface ReferringPage {
  page: Page;
  path: string;
  text: string;
  spans: ReturnType<typeof scanPage>["spans"];
}

/** All of them or none: a reference that stayed would refer to nothing. */
function unlinkReferences({ page, path, text, spans }: ReferringPage, definition: PageLink): Fix[] {
  const label = normalLabel(definition.text);
  const whole = page.lines[definition.line - 1]!;
  const from = definition.column - 1;
  const behind = whole.slice(from + definition.target.length);
  if (!/^ {0,3}\[(?:\\.|[^\\\]])+\]:\s*<?$/.test(whole.slice(0, from))) return [];
  if (!/^>?(?:\s+(?:"[^"]*"|'[^']*'|\([^)]*\)))?\s*$/.test(behind)) return [];
  const fixes: Fix[] = [{ path, line: definition.line, column: 1, old: whole, new: "" }];
  for (const { kind, start, end } of spans) {
    const isLabel = kind === "link-target" && text[start] === "[";
    if (!isLabel || normalLabel(text.slice(start + 1, end - 1)) !== label) continue;
    const isFull = text[start - 1] === "]";
    const paragraph = text.lastIndexOf("\n\n", start) + 1;
    const opening = isFull ? findOpeningBracket(text.slice(paragraph), start - 1 - paragraph) : 0;
    const reference = {
      start: isFull ? paragraph + opening : start,
      textEnd: isFull ? start - 1 : end - 1,
      end: end + (text.startsWith("[]", end) ? 2 : 0),
    };
    const isSplit = text.slice(reference.textEnd, reference.end).includes("\n");
    if (opening < 0 || isSplit || text[reference.start - 1] === "!") return [];
    const found = unlinkReference({ path, text }, reference);
    if (found.some((fix) => fixes.some((other) => overlap(fix, other)))) return [];
    fixes.push(...found);
  }
  return fixes;
}

function unlinkReference(
  { path, text }: Pick<ReferringPage, "path" | "text">,
  { start, textEnd, end }: { start: number; textEnd: number; end: number },
): Fix[] {
  const placeAt = (at: number) => {
    const lineStart = text.lastIndexOf("\n", at - 1) + 1;
    return { path, line: text.slice(0, lineStart).split("\n").length, column: at - lineStart + 1 };
  };
  const lineBreak = text.lastIndexOf("\n", textEnd);
  if (lineBreak < start)
    return [{ ...placeAt(start), old: text.slice(start, end), new: text.slice(start + 1, textEnd) }];
  const from = lineBreak + 1 + text.slice(lineBreak + 1).search(/\S/);
  return [
    { ...placeAt(start), old: "[", new: "" },
    { ...placeAt(from), old: text.slice(from, end), new: text.slice(from, textEnd) },
  ];
}

function overlap(one: Fix, other: Fix): boolean {
  const isSameLine = one.line === other.line;
  const endOf = ({ column, old }: Fix) => column + old.length;
  return isSameLine && one.column < endOf(other) && other.column < endOf(one);
}

/**
 * Returns the index of the bracket that the one at `closing` closes; -1 if there is none.
 */
function findOpeningBracket(text: string, closing: number): number {
  let depth = 0;
  for (let at = closing; at >= 0; at--) {
    if (text[at - 1] === "\\") continue;
    if (text[at] === "]") depth += 1;
    if (text[at] === "[") depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}
