/**
 * Creates a test for words of a line, to be asked from left to right: a quoted text of several words is read
 * by people, and none of its words names a page.
 */
export function createPhraseTest(line: string): (at: number, word: string) => boolean {
  // Quotes around an expression of a template, which has texts of its own, count for nothing.
  const mark = /(?<![}%]\})["'`](?!\{[{%])/g;
  let phrase = { open: -1, close: -1, hasSpace: false };
  const readNext = (): void => {
    mark.lastIndex = phrase.close + 1;
    const open = mark.exec(line)?.index ?? line.length;
    const close = line.indexOf(line[open] ?? "\n", open + 1);
    const end = close < 0 ? Number.POSITIVE_INFINITY : close;
    phrase = { open, close: end, hasSpace: close >= 0 && /\s/.test(line.slice(open + 1, close).trim()) };
  };
  readNext();
  return (at, word) => {
    while (phrase.open < at && phrase.close < at + word.length) readNext();
    return phrase.open < at && phrase.hasSpace;
  };
}
