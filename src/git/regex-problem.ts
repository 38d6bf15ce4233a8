const patternCharactersMax = 1_000;

/** The system's regular expressions write repetitions out, about 8 kB for each part: this keeps them below 100 MB. */
const partsMax = 10_000;

/** Why a pattern would be too large to search for, or null. */
export function regexProblem({ pattern, literal }: { pattern: string; literal: boolean }): string | null {
  if (pattern === "") return "it is empty";
  if (pattern.length > patternCharactersMax) return `it is longer than ${patternCharactersMax} characters`;
  return !literal && countParts(pattern) > partsMax ? "its repetitions are too large" : null;
}

/** How many parts the expression has once `{n,m}` is written out. Rough, but never too small for a valid one. */
function countParts(pattern: string): number {
  const sums = [0];
  let last = 0;
  const tokens = /\\.|\[\^?\]?(?:\[[:.=][^\]]*[:.=]\]|[^\]])*\]|\{(\d*),?(\d*)\}|[()]|./gsu;
  for (const [token, low, high] of pattern.matchAll(tokens)) {
    if (token === "(") {
      sums.push(0);
      last = 0;
    } else if (token === ")" && sums.length > 1) {
      last = sums.pop()! + 1;
      sums[sums.length - 1]! += last;
    } else if (low !== undefined) {
      const times = Math.max(1, Number(low), Number(high));
      sums[sums.length - 1]! += last * (times - 1);
      last *= times;
    } else if (!/^[*+?]$/.test(token)) {
      last = 1;
      sums[sums.length - 1]! += 1;
    }
  }
  return sums.reduce((total, sum) => total + sum, 0);
}
