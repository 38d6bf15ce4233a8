const textNames =
  "title|subtitle|description|label|caption|alt|summary|heading|header|tooltip|placeholder|aria-label";
/** At most 600 characters. */
const opened = new RegExp(`[\\s{](?:${textNames})=(["'])([^"'<>{}]{0,500})$`);
const openedShortcode = /^\{\{[<%]\s*[\w./-]+\s/;

/**
 * Whether a place inside a tag or shortcode is in an attribute whose text readers see, such as a card's
 * title, and whether the new text fits between its quotes.
 */
export function isTextAttribute(
  text: string,
  span: { start: number; end: number },
  { start, end, replacement }: { start: number; end: number; replacement: string },
): boolean {
  if (start < span.start || end > span.end || /["'<>{}\\\n]/.test(replacement)) return false;
  const whole = text.slice(span.start, Math.min(span.end, span.start + 200));
  if (!whole.startsWith("<") && !openedShortcode.test(whole)) return false;
  const before = opened.exec(text.slice(Math.max(span.start, start - 600), start));
  if (before === null) return false;
  const close = text.indexOf(before[1]!, end);
  return close >= 0 && close < span.end && !/[<>{}\n]/.test(text.slice(end, close));
}
