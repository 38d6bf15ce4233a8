/** A quoted text of several words is read by people: none of its words names a page. */
export function isInPhrase(line: string, at: number, word: string): boolean {
  for (let open = line.search(/["'`]/); open >= 0 && open < at; ) {
    const close = line.indexOf(line[open]!, open + 1);
    if (close < 0) return false;
    if (close >= at + word.length) return /\s/.test(line.slice(open + 1, close).trim());
    const next = line.slice(close + 1).search(/["'`]/);
    open = next < 0 ? -1 : close + 1 + next;
  }
  return false;
}
