import { readAttributes } from "./read-attributes.ts";

const entities: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": "\u00a0",
};

export const headingLengthMax = 1000;

interface HeadingText {
  text: string;
  explicitId: string | null;
  /** The id stands in a comment that some generators take for nothing but a comment. */
  isComment: boolean;
}

/**
 * The text that a reader sees of one heading's Markdown, and the id written behind it: `{#id}`, `{ id="id"
 * }`, or in an MDX comment, with or without `#`.
 */
export function plainHeadingText(markdown: string): HeadingText {
  const short = markdown.slice(0, headingLengthMax).trim();
  const brace = short.endsWith("}") ? short.lastIndexOf("{") : -1;
  const id = brace < 0 ? null : readId(short.slice(brace + 1, -1));
  const visible = id === null ? short : short.slice(0, brace).trimEnd();
  return {
    text: stripInline(visible),
    explicitId: id?.text ?? null,
    isComment: id?.isComment ?? false,
  };
}

function readId(inside: string): { text: string; isComment: boolean } | null {
  if (inside.startsWith("/*") && inside.endsWith("*/") && inside.length > 4) {
    const said = inside.slice(2, -2).trim();
    const text = said.replace(/^#/, "");
    return text === "" || /[\s*]/.test(text) ? null : { text, isComment: text === said };
  }
  const list = readAttributes(inside.replace(/^:/, ""));
  const [text] = list?.ids ?? [];
  return text === undefined ? null : { text, isComment: false };
}

function stripInline(markdown: string): string {
  if (!/[\\`[\]<{*_~&]/.test(markdown)) return markdown;
  const parts = markdown.split(/(?<!`)(`+[^`]+`+|``+)/);
  // At most 1,000 characters.
  return parts
    .map((part, index) => (index % 2 === 1 ? part.replace(/^`+ ?| ?`+$/g, "") : stripMarks(part)))
    .join("")
    .trim();
}

function stripMarks(markdown: string): string {
  return markdown
    .replace(/\\([!-/:-@[-`{-~])/g, (_, mark: string) => `\u0001${mark.charCodeAt(0)};`)
    .replace(/!?\[([^[\]]*)\]\([^()\s]*(?:\s+"[^"]*")?\)/g, "$1")
    .replace(/!?\[([^[\]]*)\]\([^()\s]*(?:\s+"[^"]*")?\)/g, "$1")
    .replace(/\[([^[\]]+)\]\[[^[\]]*\]/g, "$1")
    .replace(/<\/?[A-Za-z][^<>]*>|<!--[^<>]*-->/g, "")
    .replace(/\{[^{}]*\}/g, "")
    .replace(/\*+|~~/g, (mark, offset: number, all: string) =>
      isLoose(all, offset, mark.length) ? mark : "",
    )
    .replace(/(^|[^\p{L}\p{N}_])_+(?=[^\s_])/gu, "$1")
    .replace(/([^\s_])_+(?=$|[^\p{L}\p{N}_])/gu, "$1")
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replace(/\u0001(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

function isLoose(all: string, offset: number, length: number): boolean {
  const before = all[offset - 1] ?? " ";
  const after = all[offset + length] ?? " ";
  return /\s/.test(before) && /\s/.test(after);
}
