/** Replaces NUL, which PostgreSQL stores in neither text nor jsonb; repository content may contain it. */
export function toText(text: string): string {
  return text.replaceAll("\0", "\u2400").toWellFormed();
}

const mayBeUnstorable = /\\u(?:0000|d[89a-f])/;

export function toJsonb(value: unknown): string {
  const text = JSON.stringify(value);
  // Nearly all values are storable; others show an escape in the text.
  if (!mayBeUnstorable.test(text)) return text;
  return JSON.stringify(value, (_key, item) => (typeof item === "string" ? toText(item) : item));
}
