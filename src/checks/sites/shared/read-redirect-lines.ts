import type { RedirectEntry } from "../../model/redirect-table.ts";

/**
 * Reads the lines from an offset on, until one that matches `end`, that are a redirect: the first group of
 * `entry` that matches is its source, the second its target. `entry` has the flag `d`.
 */
export function readRedirectLines(
  text: string,
  from: number,
  { entry, end }: { entry: RegExp; end?: RegExp },
): RedirectEntry[] {
  const entries: RedirectEntry[] = [];
  for (let start = from; start < text.length; ) {
    const stop = text.indexOf("\n", start) + 1 || text.length;
    const line = text.slice(start, stop);
    if (end?.test(line)) break;
    const groups = entry.exec(line)?.indices?.slice(1) ?? [];
    const [source, target] = groups.filter((one) => one !== undefined);
    if (source !== undefined && target !== undefined)
      entries.push({
        ...{ from: line.slice(...source), to: line.slice(...target) },
        target: { start: start + target[0], end: start + target[1] },
        line: { start, end: stop },
      });
    start = stop;
  }
  return entries;
}
