const entities: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": "\u00a0",
};

const HEADING_LENGTH_MAX = 1000;

/** The text that a reader sees of one heading's Markdown, and the id written behind it (`{#id}`, `{ #id }`, or inside an MDX comment). */
export function plainHeadingText(markdown: string): { text: string; explicitId: string | null } {
  const short = markdown.slice(0, HEADING_LENGTH_MAX).trim();
  const brace = Math.max(0, short.lastIndexOf("{"));
  // At most 1,000 characters.
  const marked = /^\{(?::|\/\*)?[ \t]*(?:\.[\w-]+ )*#([^\s{}*]+)[^{}]{0,200}\}$/.exec(short.slice(brace));
  const visible = marked === null ? short : short.slice(0, brace).trimEnd();
  return { text: stripInline(visible), explicitId: marked?.[1] ?? null };
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
