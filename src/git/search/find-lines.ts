import { findAll } from "../../text/find-all.ts";
import { type Sliced, stepsPerStop } from "../../text/run-in-slices.ts";

export interface FoundLine {
  /** 1-based. */
  line: number;
  bytes: Buffer;
}

/** Bytes that git reads to tell text from other files. */
const binaryBytes = 8_000;
/** Bytes of a file that are read as one string. */
const windowBytes = 256 * 1024;
const lineFeed = 10;

/**
 * Finds the lines of a text file that contain `wanted`, a string with one character for each byte; with
 * `ignoreCase` it has to be lower-case ASCII. Files with a NUL near the start are not text. Takes time in
 * proportion to the file.
 */
export function* findLines(
  file: Buffer,
  wanted: string,
  { ignoreCase, linesMax }: { ignoreCase: boolean; linesMax: number },
): Sliced<FoundLine[]> {
  const found: FoundLine[] = [];
  if (file.subarray(0, binaryBytes).includes(0)) return found;
  let line = 1;
  let lineStart = 0;
  let lineEnd = -1;
  for (let from = 0; from < file.length; from += windowBytes) {
    const text = file.toString("latin1", from, from + windowBytes + wanted.length - 1);
    for (const at of yield* findAll(ignoreCase ? text.toLowerCase() : text, wanted)) {
      const place = from + at;
      if (place < lineEnd) continue;
      for (let steps = 1; ; steps++) {
        if (steps % stepsPerStop === 0) yield;
        const end = file.indexOf(lineFeed, lineStart);
        lineEnd = end === -1 ? file.length : end;
        if (place < lineEnd) break;
        lineStart = lineEnd + 1;
        line += 1;
      }
      found.push({ line, bytes: file.subarray(lineStart, lineEnd) });
      if (found.length === linesMax) return found;
    }
    yield;
  }
  return found;
}
