const blockElements =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|" +
  "fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|" +
  "menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|" +
  "track|ul";
const block = new RegExp(`^</?(?:${blockElements})(?![\\w:-])`, "i");
const inlineElements =
  "a|abbr|audio|b|bdi|bdo|br|button|canvas|cite|code|data|del|dfn|em|embed|font|g|i|img|input|ins|kbd|label|map|" +
  "mark|meter|object|output|path|picture|pre|progress|q|ruby|s|samp|script|select|small|source|span|strike|" +
  "strong|style|sub|sup|svg|template|textarea|time|tt|u|var|video|wbr";
const element = new RegExp(`^<(?:${blockElements}|${inlineElements}|[a-z]\\w*-[\\w-]*)(?![\\w:.-])`);

/** Whether a tag is one of HTML or SVG, or of a custom element: any other stands for a component. */
export function isElement(tag: string): boolean {
  return element.test(tag);
}

/** Any other tag begins a block if it has the line for itself. */
const alone = /^<\/?[a-z][\w:.-]*(?:\s[^<>]*)?>[ \t]*$/i;
/** Some generators read the Markdown in such an element. */
const readsMarkdown = /^<[^<>]*\smarkdown(?![\w-])/i;

const lineMax = 2_000;
const tagNameMax = 20;

/** Whether a block of HTML begins at `at` that may end a paragraph: an element or a comment. */
export function startsHtmlBlock(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== 0x3c) return false;
  return text.startsWith("<!--", at) || block.test(text.slice(at, at + tagNameMax));
}

/**
 * Returns where the block of HTML ends that begins with the paragraph at `start`: at the next blank line.
 * Null if none begins there.
 */
export function findHtmlBlock(text: string, start: number): number | null {
  if (text.charCodeAt(start) !== 0x3c) return null;
  const [line = ""] = text.slice(start, start + lineMax).split(/\r?\n/, 1);
  if ((!block.test(line) && !alone.test(line)) || readsMarkdown.test(line)) return null;
  const blank = /\n[ \t>]*(?:\r?\n|$)/g;
  blank.lastIndex = start;
  return blank.exec(text)?.index ?? text.length;
}
