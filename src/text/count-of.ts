/** Returns "1 file" or "3 files", for a list or a number. */
export function countOf(list: readonly unknown[] | number, noun: string): string {
  const length = typeof list === "number" ? list : list.length;
  return length === 1 ? `1 ${noun}` : `${length.toLocaleString("en-US")} ${noun}s`;
}
