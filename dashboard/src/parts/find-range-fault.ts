/** What is wrong with the days of a filter, written as `2026-11-22`; null: nothing. */
export function findRangeFault({ from, to }: { from?: string; to?: string }): Error | null {
  return from && to && from > to ? new Error("The last day is before the first. Change one of them.") : null;
}
