/** PostgreSQL stores no NUL in text or jsonb; repository content may have one. */
export function toText(text: string): string {
  return text.replaceAll("\0", "\u2400").toWellFormed();
}

const mayBeUnstorable = /\\u(?:0000|d[89a-f])/;

export function toJsonb(value: unknown): string {
  const text = JSON.stringify(value);
  // Nearly every value is as it may be: what is not shows as an escape.
  if (!mayBeUnstorable.test(text)) return text;
  return JSON.stringify(value, (_key, item) => (typeof item === "string" ? toText(item) : item));
}
