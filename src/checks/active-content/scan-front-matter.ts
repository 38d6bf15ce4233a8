import { parseDocument } from "yaml";
import type { PageScan } from "../../markdown/page-scan.ts";
import type { ActiveItem } from "./active-item.ts";
import { addFile } from "./scan-named-files.ts";
import { scanTags } from "./scan-tags.ts";
import { scanTagItems } from "./tag-items.ts";

/** Longer front matter is refused by its own rule. */
const charactersMax = 50_000;
/** Of a path that leaves its folder, or is hidden. */
const pathMark = /\.\.[\\/]|[\\/]\.\w|@site|["' ]\.\w/;
const headMark = /(?:^|[\s{,"'])head["']?\s{0,9}:|\\[xuU]/m;
/** As `gray-matter` reads it: after white space, without an end, in any case. */
const scriptFence = /^\s*---[ \t]*(?:js|javascript|coffee|coffeescript|cson|ts|typescript)\b/i;

/**
 * Finds front matter that is a script, elements that it adds to the page's head (Starlight, VitePress), and
 * files outside of the repository that it names.
 */
export function scanFrontMatter(text: string, { frontMatter }: PageScan, isMdx: boolean): ActiveItem[] {
  const items: ActiveItem[] = [];
  if (scriptFence.test(text)) {
    const what = "front matter that is a script";
    items.push({ kind: "element", key: what, at: 0, what });
  }
  if (frontMatter === null) return items;
  const { contentStart: at, contentEnd } = frontMatter;
  const content = text.slice(at, Math.min(contentEnd, at + charactersMax));
  const hasHead = headMark.test(content);
  if (!hasHead && !pathMark.test(content)) return items;
  const fields = readYaml(content);
  for (const one of findTexts(fields)) if (/^(?:@site\/|\.)/.test(one)) addFile(items, one, at);
  for (const element of hasHead ? headOf(fields) : []) {
    const html = renderElement(element);
    if (html === null) continue;
    for (const tag of scanTags(html) ?? [])
      for (const item of scanTagItems(html, tag, isMdx)) items.push({ ...item, at });
  }
  return items;
}

/** Aliases are expanded up to the parser's limit; null for what is not YAML. */
function readYaml(content: string): unknown {
  try {
    return parseDocument(content, { strict: false, uniqueKeys: false }).toJS({ maxAliasCount: 100 });
  } catch {
    return null;
  }
}

/** Returns all texts, however they are nested; an alias may lead to what it is a part of. */
function findTexts(fields: unknown): string[] {
  const texts: string[] = [];
  const seen = new Set<object>();
  const open: unknown[] = [fields];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === "string") texts.push(value);
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    open.push(...Object.values(value));
  }
  return texts;
}

function headOf(value: unknown): unknown[] {
  const head = typeof value === "object" && value !== null ? (value as { head?: unknown }).head : undefined;
  return Array.isArray(head) ? head : [];
}

/** Writes `{ tag, attrs, content }` of Starlight or `[tag, attributes, content]` of VitePress as HTML. */
function renderElement(element: unknown): string | null {
  if (typeof element !== "object" || element === null) return null;
  const { tag, attrs, content } = Array.isArray(element)
    ? { tag: element[0], attrs: element[1], content: element[2] }
    : (element as Record<string, unknown>);
  if (typeof tag !== "string") return null;
  const attributes = Object.entries(typeof attrs === "object" && attrs !== null ? attrs : {}).map(
    ([name, value]) => ` ${name}="${String(value).replaceAll('"', "&quot;")}"`,
  );
  const isPlain = content === undefined || content === null;
  // The text of a script distinguishes it from others.
  const own = isPlain ? "" : ` content="${String(content).replaceAll('"', "&quot;")}"`;
  return `<${tag}${attributes.join("")}${own}>`;
}
