/** Whether the text after an opening fence names a language: `js`, ` yaml`, ` { .sh .no-copy }`. */
export function namesLanguage(text: string, from: number, end: number): boolean {
  return /^[ \t]*(?:[a-z]|\{[ \t]*\.[a-z])/i.test(text.slice(from, Math.min(end, from + 20)));
}

/** Whether a fence holds Markdown or plain text, which may show how another fence begins. */
export function showsMarkdown(text: string, infoStart: number, end: number): boolean {
  return /^\s*(?:md|mdx|markdown|mdc|text|txt|plain|diff|jinja|rst)\b/i.test(
    text.slice(infoStart, Math.min(end, infoStart + 50)),
  );
}
