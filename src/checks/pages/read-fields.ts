import type { PageScan } from "../../markdown/page-scan.ts";

/** Text or texts as written; null if single lines do not show it. */
export type Field = string | string[] | null;
/** Fields of the front matter that affect a page's addresses or ids, by their names in lower case. */
export type Fields = Readonly<Record<string, Field>>;

const names = new Set([
  ...["slug", "url", "aliases", "permalink", "redirect_from", "date", "publishdate", "expirydate", "draft"],
  ...["published", "headless", "build", "_build", "cascade", "type", "layout", "title", "linktitle", "tags"],
  ...[
    "categories",
    "category",
    "lang",
    "id",
    "section",
    "render_macros",
    "ignore_macros",
    "authors",
    "overview",
  ],
]);
const charactersMax = 20_000;
const none: Fields = {};

/**
 * Reads YAML and TOML line by line: one-line values, lists in one line or below. Tables and blocks are null.
 */
export function readFields(text: string, frontMatter: PageScan["frontMatter"]): Fields {
  if (frontMatter === null) return /^\s*\{\s*"/.test(text.slice(0, 200)) ? readJson(text) : none;
  const { contentStart, contentEnd } = frontMatter;
  const lines = text.slice(contentStart, Math.min(contentEnd, contentStart + charactersMax)).split("\n");
  const found: Record<string, Field> = {};
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!.trimEnd();
    // The following lines belong to a table.
    if (/^\[\[?[\w."'-]+\]/.test(line)) {
      const table = line
        .replace(/^[["']+/, "")
        .split(/[\]."']/, 1)[0]!
        .toLowerCase();
      if (["build", "_build", "cascade"].includes(table))
        found[table] = table === "cascade" ? readCascade(lines.slice(at)) : null;
      break;
    }
    const mark = line.search(/[:=]/);
    const name =
      mark < 0 || /^\s/.test(line) ? "" : line.slice(0, mark).trim().replace(/["']/g, "").toLowerCase();
    if (!names.has(name)) continue;
    const value = line.slice(mark + 1).trim();
    // In quotes it is text, which Jekyll takes for true.
    if (name === "published" && /^["']/.test(value)) continue;
    found[name] = value === "" || value === "[" ? readList(lines, at) : readValue(value);
    if (name === "cascade" && value === "") found[name] = readCascade(blockAt(lines, at));
  }
  return found;
}

/** Hugo reads an object at the top of a page as well. */
function readJson(text: string): Fields {
  const end = text.slice(0, charactersMax).search(/^\}[ \t]*\r?$/m);
  if (end < 0) return none;
  const found: Record<string, Field> = {};
  try {
    const object = JSON.parse(text.slice(0, end + 1)) as Record<string, unknown>;
    for (const [key, value] of Object.entries(object)) {
      const name = key.toLowerCase();
      if (names.has(name)) found[name] = asField(value);
    }
  } catch {
    return none;
  }
  return found;
}

function asField(value: unknown): Field {
  if (Array.isArray(value)) return value.every((one) => typeof one === "string") ? value : null;
  return typeof value === "object" ? null : String(value);
}

/** Null if what a section hands to its pages gives addresses, `build` if it says whether they are built. */
function readCascade(lines: readonly string[]): "" | "build" | null {
  const names = lines.map((line) => /^[\s{,[-]*(?:[\w.]+\.)?["']?(\w+)/.exec(line)?.[1]?.toLowerCase() ?? "");
  if (names.some((name) => ["url", "slug", "aliases"].includes(name))) return null;
  return names.some((name) => ["build", "_build", "headless"].includes(name)) ? "build" : "";
}

function blockAt(lines: readonly string[], at: number): string[] {
  const below = lines.slice(at + 1);
  const end = below.findIndex((line) => /^[^\s-]/.test(line));
  return end < 0 ? below : below.slice(0, end);
}

function readList(lines: readonly string[], at: number): Field {
  const items: string[] = [];
  const isOpen = lines[at]!.trimEnd().endsWith("[");
  for (const line of lines.slice(at + 1)) {
    const text = line.trim();
    if (text === "" || text.startsWith("#")) continue;
    if (isOpen && text.startsWith("]")) return items;
    const item = isOpen ? text.replace(/,$/, "") : /^-[ \t]/.test(text) ? text.slice(1).trim() : undefined;
    if (item === undefined) return items.length > 0 || !/^\s/.test(line) ? items : null;
    const value = readScalar(item);
    if (value === null) return null;
    items.push(value);
  }
  return items;
}

function readValue(text: string): Field {
  if (!text.startsWith("[")) return readScalar(text);
  const close = text.lastIndexOf("]");
  if (close < 0 || text.slice(close + 1).trim() !== "") return null;
  const inner = text.slice(1, close).trim();
  if (inner === "") return [];
  const items = inner
    .replace(/,$/, "")
    .split(",")
    .map((item) => readScalar(item.trim()));
  return items.includes(null) ? null : (items as string[]);
}

/** How YAML and Go read a value: `True`, and what YAML 1.1 calls by other words, count as well. */
export function isTruth(field: Field | undefined, truth: boolean): boolean {
  const words = truth ? /^(?:true|yes|on)$/i : /^(?:false|no|off)$/i;
  return typeof field === "string" && words.test(field);
}

/** Returns null for a block, an anchor, a table, or text with escapes. */
function readScalar(text: string): string | null {
  const quote = text[0];
  if (quote === '"' || quote === "'") {
    const close = text.indexOf(quote, 1);
    const rest = text.slice(close + 1).trim();
    const value = text.slice(1, close);
    const isPlain = close > 0 && (rest === "" || rest.startsWith("#")) && !value.includes("\\");
    return isPlain ? value : null;
  }
  if (/^[|>&*!{%@`]/.test(text)) return null;
  const comment = text.search(/\s#/);
  return (comment < 0 ? text : text.slice(0, comment)).trim();
}
