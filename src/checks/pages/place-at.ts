import { findLineStarts } from "../../markdown/page-state.ts";
import type { Place } from "../model/place.ts";

/** Creates a function that returns the place of offsets in one text; line and column are 1-based. */
export function createPlacer(path: string, text: string): (start: number, end: number) => Place {
  let found: number[] | undefined;
  return (start, end) => {
    found ??= findLineStarts(text);
    const lineStarts = found;
    let low = 0;
    let high = lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (lineStarts[middle]! <= start) low = middle;
      else high = middle - 1;
    }
    return { path, start, end, line: low + 1, column: start - lineStarts[low]! + 1 };
  };
}
