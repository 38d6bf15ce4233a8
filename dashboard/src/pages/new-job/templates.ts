export interface Template {
  label: string;
  /** The part between « and » is selected, to be typed over. */
  text: string;
}

/** One template for each chore that needs no language model. */
export const templates: readonly Template[] = [
  { label: "Replace a term", text: 'Replace "«old term»" with "new term"' },
  { label: "Rename in a folder", text: 'Rename "«Old Name»" to "New Name" in docs/guides' },
  { label: "Replace in code, too", text: 'Replace "«oldName»" with "newName", including code' },
  { label: "Replace in parts", text: 'Replace "«old term»" with "new term" in parts of 20 files' },
  { label: "Fix broken links", text: "Fix broken links" },
  { label: "Move a page", text: "Move «docs/setup.md» to docs/guides/setup.md" },
  { label: "Rename a page", text: "Rename the page «docs/intro.md» to start.md" },
  { label: "Delete a page", text: "Delete the page «docs/old.md» and its links" },
  { label: "Add titles and descriptions", text: "Add missing titles and descriptions" },
];

/** Returns the text without its marks, and the position of the marked part, or the end without one. */
export function fillTemplate({ text }: Template): { text: string; start: number; end: number } {
  const start = text.indexOf("«");
  const end = text.indexOf("»");
  if (start === -1) return { text, start: text.length, end: text.length };
  return { text: text.replace("«", "").replace("»", ""), start, end: end - 1 };
}
