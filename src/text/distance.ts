/**
 * Counts the edits between two texts (insert, delete, replace, swap of neighbours); returns `max + 1` as
 * soon as they exceed `max`.
 */
export function distance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max || a.length > 200 || b.length > 200) return max + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    let best = i;
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        value = Math.min(value, beforeLast[j - 2]! + 1);
      row.push(value);
      best = Math.min(best, value);
    }
    if (best > max) return max + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
