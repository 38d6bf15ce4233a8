import type { PageScan } from "../../markdown/page-scan.ts";
import type { ActiveItem } from "./active-item.ts";
import { addFile, readYaml, textsOfFrontMatter } from "./scan-named-files.ts";
import { scanTags } from "./scan-tags.ts";
import { scanTagItems } from "./tag-items.ts";

/** Longer front matter is refused by its own rule. */
const charactersMax = 50_000;
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
  if (/\.\.[\\/]|[\\/]\.\w|@site|["' ]\.\w/.test(content))
    for (const one of textsOfFrontMatter(content)) if (/^(?:@site\/|\.)/.test(one)) addFile(items, one, at);
  if (!headMark.test(content)) return items;
  for (const element of headOf(readYaml(content))) {
    const html = renderElement(element);
    for (const tag of html === null ? [] : (scanTags(html) ?? []))
      for (const item of scanTagItems(html!, tag, isMdx)) items.push({ ...item, at });
  }
  return items;
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
