/** Returns other people's words as the end of a sentence: with one period, unless they end with a mark. */
export function withPeriod(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
