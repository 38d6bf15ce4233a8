/** PostgreSQL stores no NUL in text or jsonb; repository content may have one. */
export function toText(text: string): string {
  return text.replaceAll("\0", "\u2400").toWellFormed();
}

export function toJsonb(value: unknown): string {
  return JSON.stringify(value, (_key, item) => (typeof item === "string" ? toText(item) : item));
}
