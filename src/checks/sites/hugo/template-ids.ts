import { showsOthers } from "./shows-others.ts";

/** Ids that templates write, as far as their text shows them. */
export interface WrittenIds {
  plain: Set<string>;
  /** Ids of which a part is computed: their texts around that, which are long enough to tell. */
  patterns: string[][];
  /** Whether an id may be any text. */
  isOpen: boolean;
}

const attribute = /(?<![\w$.-])id[ \t]*=[ \t]*|<a[ \t][^<>]{0,200}?\bname[ \t]*=[ \t]*/g;
const valueMax = 400;
const lettersMin = 3;

export function findWrittenIds(template: string): WrittenIds {
  const found: WrittenIds = { plain: new Set(), patterns: [], isOpen: showsOthers(template) };
  for (const { 0: mark, index } of template.matchAll(attribute)) {
    const start = index + mark.length;
    const parts = readValue(template.slice(start, start + valueMax));
    const [first = ""] = parts;
    if (parts.length === 1) {
      if (first !== "") found.plain.add(first);
    } else if (parts.join("").replace(/[^\p{L}\p{N}]+/gu, "").length < lettersMin) found.isOpen = true;
    else found.patterns.push(parts);
  }
  return found;
}

/** Whether the id begins and ends like the pattern and has its other texts in order. */
export function matchesPattern(id: string, pattern: readonly string[]): boolean {
  const last = pattern.at(-1)!;
  let at = 0;
  for (const [index, part] of pattern.entries()) {
    const found = id.indexOf(part, at);
    if (found < 0 || (index === 0 && found > 0)) return false;
    at = found + part.length;
  }
  return id.endsWith(last);
}

/** Returns the texts of an attribute's value between what is computed. */
function readValue(text: string): string[] {
  const quote = /^["']/.exec(text)?.[0] ?? null;
  const parts = [""];
  for (let at = quote === null ? 0 : 1; at < text.length; at += 1) {
    if (text.startsWith("{{", at)) {
      const end = text.indexOf("}}", at);
      if (end < 0) break;
      at = end + 1;
      parts.push("");
    } else if (quote === null ? /[\s>]/.test(text[at]!) : text[at] === quote) break;
    else parts[parts.length - 1] += text[at]!;
  }
  return parts;
}

const comment = /\{\{-?[ \t]*\/\*[^*]{0,4000}\*\/[ \t]*-?\}\}/g;
/** What may put other text into the page than the template's own and the shortcode's. */
const otherText =
  /(?<![\w$-])(?:id|name)[ \t]*=|markdownify|RenderString|RenderShortcodes|\.Content\b|\.RawContent\b|[rR]eadFile|safeHTML|htmlUnescape|\btemplate\b|\.Render\b|\btransform\.(?!Unmarshal\b)/;
const partial = /\bpartial(?:Cached)?\b[ \t]*(?:"([^"]{1,200})")?/g;
const action = /\{\{-?([^{}]*?)-?\}\}/g;
const plainAction =
  /^[ \t]*(?:(?:else[ \t]+)?(?:if|with)[ \t]+)?(?:(?:not[ \t]+)?\$?\.(?:Get|Inner|InnerDeindent|IsNamedParams)\b(?: ["\w-]+)?|\.|else|end)[ \t]*$/;
const markdownHeading = /^ {0,3}(?:#{1,6}(?:[ \t]|$)|=+[ \t]*$|-+[ \t]*$)/m;
const partialDepthMax = 5;

/**
 * Whether a shortcode certainly adds no id to the page. `isMarkdown`: what it writes is read as Markdown, so
 * that it may write no headings either. `partials`: by their names.
 */
export function writesNoIds(
  template: string,
  { isMarkdown, partials }: { isMarkdown: boolean; partials: ReadonlyMap<string, string | null> },
  depth = 0,
  quiet = new Set<string>(),
): boolean {
  const text = template.replace(comment, "");
  if (depth > partialDepthMax || otherText.test(text)) return false;
  if (isMarkdown) {
    if (markdownHeading.test(text)) return false;
    return [...text.matchAll(action)].every(([, inside]) => plainAction.test(inside!));
  }
  return [...text.matchAll(partial)].every(([, name]) => {
    if (name === undefined || quiet.has(name)) return name !== undefined;
    const found = partials.get(name.replace(/\.html$/, ""));
    if (typeof found !== "string" || !writesNoIds(found, { isMarkdown, partials }, depth + 1, quiet))
      return false;
    quiet.add(name);
    return true;
  });
}
