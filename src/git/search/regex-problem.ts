const patternCharactersMax = 1_000;

/**
 * The C library expands repetitions in regular expressions, about 8 kB for each part: this keeps them below
 * 100 MB.
 */
const partsMax = 10_000;

/** Returns why a pattern would be too large to search for, or null. */
export function regexProblem({ pattern, literal }: { pattern: string; literal: boolean }): string | null {
  if (pattern === "") return "it is empty";
  if (pattern.length > patternCharactersMax) return `it is longer than ${patternCharactersMax} characters`;
  return !literal && countParts(pattern) > partsMax ? "its repetitions are too large" : null;
}

/** Estimates how many parts the expression has with `{n,m}` expanded; never too few for a valid one. */
function countParts(pattern: string): number {
  const sums = [0];
  let last = 0;
  for (const token of tokensOf(pattern)) {
    const [, low, high] = /^\{(\d*)(?:,(\d*))?\}$/.exec(token) ?? [];
    if (token === "(") {
      sums.push(0);
      last = 0;
    } else if (token === ")" && sums.length > 1) {
      last = sums.pop()! + 1;
      sums[sums.length - 1]! += last;
    } else if (low !== undefined) {
      const times = Math.max(1, Number(low), Number(high ?? 0));
      sums[sums.length - 1]! += last * (times - 1);
      last *= times;
    } else if (!/^[*+?]$/.test(token)) {
      last = 1;
      sums[sums.length - 1]! += 1;
    }
  }
  return sums.reduce((total, sum) => total + sum, 0);
}

/** Splits a pattern into escapes, sets in brackets, `{n,m}` and single characters. */
function tokensOf(pattern: string): string[] {
  const tokens: string[] = [];
  for (let at = 0; at < pattern.length; at += tokens.at(-1)!.length) {
    const end = pattern[at] === "[" ? endOfSet(pattern, at) : -1;
    const [plain] = /^(?:\\.|\{\d*(?:,\d*)?\}|.)/su.exec(pattern.slice(at))!;
    tokens.push(end === -1 ? plain : pattern.slice(at, end));
  }
  return tokens;
}

/**
 * Returns the index after the `]` that closes a set, or -1. Skips a `]` at its start and those of
 * `[:name:]`.
 */
function endOfSet(pattern: string, start: number): number {
  let at = start + 1;
  if (pattern[at] === "^") at += 1;
  if (pattern[at] === "]") at += 1;
  while (at < pattern.length && pattern[at] !== "]") {
    const mark = pattern[at] === "[" ? pattern[at + 1] : undefined;
    const end = mark !== undefined && ":.=".includes(mark) ? pattern.indexOf(`${mark}]`, at + 2) : -1;
    at = end === -1 ? at + 1 : end + 2;
  }
  return at < pattern.length ? at + 1 : -1;
}
