import { addLink, type PageState } from "./page-state.ts";

const lengthMax = 300;
const inNoName = /[\\[\]<>{}$"`=\n]/;
const inFrontMatter = /(?<![\w\])\\])\[\[([^[\]\n]{1,300})\]\](?![[(])/g;

/**
 * Notes the wikilinks `[[name]]`, `[[folder/name#heading|text]]` and `![[name]]`, as Obsidian, Foam and
 * Quartz read them; `open` and `close` are the inner brackets.
 */
export function noteWikilink(state: PageState, open: number, close: number): void {
  const { text } = state;
  const isPair = text.charCodeAt(open - 1) === 0x5b && text.charCodeAt(close + 1) === 0x5d;
  if (!isPair || close - open > lengthMax) return;
  if (/[\w\])\\]/.test(text[open - 2] ?? "") || /[[(]/.test(text[close + 2] ?? "")) return;
  const isEmbedded = text.charCodeAt(open - 2) === 0x21;
  if (addNamed(state, open + 1, text.slice(open + 1, close)) && isEmbedded)
    state.links.at(-1)!.isEmbedded = true;
}

/** Notes those in the front matter, as the properties of Obsidian have them. */
export function noteWikilinkFields(state: PageState, start: number, end: number): void {
  for (const { index, 1: inner } of state.text.slice(start, end).matchAll(inFrontMatter))
    addNamed(state, start + index + 2, inner!);
}

function addNamed(state: PageState, start: number, inner: string): boolean {
  // In tables, `\|` stands before the text.
  const [named = ""] = inner.split(/\\?\|/, 1);
  const name = named.trim();
  if (!/\p{L}/u.test(name) || inNoName.test(name)) return false;
  const from = start + inner.indexOf(name);
  addLink(state, "wikilink", from, from + name.length, inner);
  return true;
}
