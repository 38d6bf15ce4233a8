interface Range {
  start: number;
  end: number;
}

const formula = /\$\$[^$]+\$\$|\$[^$\n]+\$/g;
/** What only TeX has: a command, or braces behind `_` and `^`. */
const tex = /\\[a-zA-Z]|[_^]\{/;

/** Formulas of TeX between dollars, in which braces are no JavaScript. */
export function findMath(text: string): Range[] {
  return Array.from(text.matchAll(formula))
    .filter(([found]) => tex.test(found))
    .map(({ 0: found, index }) => ({ start: index, end: index + found.length }));
}
