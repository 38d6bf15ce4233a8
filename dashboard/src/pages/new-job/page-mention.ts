export interface Mention {
  /** Position of the `@`. */
  start: number;
  /** Text typed after it. */
  query: string;
}

const queryMax = 100;

/** Returns the page name being typed before the cursor, after an `@` at the beginning of a word. */
export function findMention(text: string, cursor: number): Mention | null {
  const before = text.slice(Math.max(0, cursor - queryMax), cursor);
  const at = before.lastIndexOf("@");
  if (at === -1) return null;
  const query = before.slice(at + 1);
  const isWord = at === 0 || /[\s("'`“]/.test(before[at - 1]!);
  return isWord && !/\s/.test(query) ? { start: cursor - query.length - 1, query } : null;
}

/** Returns the text with the page in place of the typed part, and the new cursor position. */
export function completeMention(
  text: string,
  mention: Mention,
  page: string,
): { text: string; cursor: number } {
  const after = text.slice(mention.start + 1 + mention.query.length);
  const inserted = after.startsWith(" ") || after.startsWith("\n") ? page : `${page} `;
  return { text: text.slice(0, mention.start) + inserted + after, cursor: mention.start + inserted.length };
}
