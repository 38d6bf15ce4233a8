import { indexLines, type LineIndex } from "../index-lines.ts";
import { cutCharacters, cutToBytes, resultBytesMax } from "./cut-text.ts";

const readLinesDefault = 200;
const lineCharactersMax = 4_000;
const trailerBytes = 60;

/** A numbered window of a text. `offset` is the first line, 1-based, and must not be past the last line. */
export function formatRead(
  path: string,
  text: string,
  window: { offset?: number; limit?: number } = {},
): string {
  return formatLines(path, indexLines(text.replace(/^\uFEFF/, "")), window);
}

export function formatLines(
  path: string,
  lines: LineIndex,
  window: { offset?: number; limit?: number },
): string {
  if (lines.count === 0) return `${path}, empty`;
  const first = window.offset ?? 1;
  const last = Math.min(lines.count, first - 1 + (window.limit ?? readLinesDefault));
  const headerBytes = Buffer.byteLength(`${path}, lines ${first}-${last} of ${lines.count}\n`);
  let room = resultBytesMax - trailerBytes - headerBytes;
  const shown: string[] = [];
  for (let number = first; number <= last; number++) {
    const line = numberLine(
      number,
      lines.at(number - 1),
      shown.length === 0 ? room : Number.POSITIVE_INFINITY,
    );
    const bytes = Buffer.byteLength(line) + 1;
    if (bytes > room && shown.length > 0) break;
    shown.push(line);
    room -= bytes;
  }
  const end = first - 1 + shown.length;
  const result = [`${path}, lines ${first}-${end} of ${lines.count}`, ...shown];
  if (end < lines.count) result.push(`… call again with offset=${end + 1}`);
  return result.join("\n");
}

function numberLine(number: number, line: string, bytesMax: number): string {
  const note = ` … [line of ${line.length.toLocaleString("en-US")} characters cut]`;
  const numbered = `${number}\t${line}`;
  if (line.length > lineCharactersMax) {
    const start = `${number}\t${cutCharacters(line, lineCharactersMax)}`;
    return cutToBytes(start, bytesMax - Buffer.byteLength(note)) + note;
  }
  if (Buffer.byteLength(numbered) <= bytesMax) return numbered;
  return cutToBytes(numbered, bytesMax - Buffer.byteLength(note)) + note;
}
