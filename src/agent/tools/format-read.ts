import { indexLines, type LineIndex } from "../index-lines.ts";
import { cutCharacters, cutToBytes, resultBytesMax } from "./cut-text.ts";
import { succeeded, type ToolResult } from "./tool.ts";
import { cutNote } from "./tool-data.ts";

const readLinesDefault = 200;
const lineCharactersMax = 4_000;
const trailerBytes = 60;

/** Formats part of a text with line numbers. `offset` is the 1-based first line, at most the last line. */
export function formatRead(
  path: string,
  text: string,
  window: { offset?: number; limit?: number } = {},
): ToolResult {
  return formatLines(path, indexLines(text.replace(/^\uFEFF/, "")), window);
}

export function formatLines(
  path: string,
  lines: LineIndex,
  window: { offset?: number; limit?: number },
): ToolResult {
  if (lines.count === 0)
    return succeeded(`${path}, empty`, { data: { kind: "lines", total: 0, shown: 0, cut: [] } });
  const first = window.offset ?? 1;
  const last = Math.min(lines.count, first - 1 + (window.limit ?? readLinesDefault));
  const headerBytes = Buffer.byteLength(`${path}, lines ${first}-${last} of ${lines.count}\n`);
  let room = resultBytesMax - trailerBytes - headerBytes;
  const shown: string[] = [];
  const cut: { at: number; characters: number }[] = [];
  for (let number = first; number <= last; number++) {
    const whole = lines.at(number - 1);
    const { line, isCut } = numberLine(number, whole, shown.length === 0 ? room : Number.POSITIVE_INFINITY);
    const bytes = Buffer.byteLength(line) + 1;
    if (bytes > room && shown.length > 0) break;
    if (isCut) cut.push({ at: shown.length, characters: whole.length });
    shown.push(line);
    room -= bytes;
  }
  const end = first - 1 + shown.length;
  const result = [`${path}, lines ${first}-${end} of ${lines.count}`, ...shown];
  if (end < lines.count) result.push(`… call again with offset=${end + 1}`);
  return succeeded(result.join("\n"), {
    data: { kind: "lines", total: lines.count, shown: shown.length, cut },
  });
}

function numberLine(number: number, line: string, bytesMax: number): { line: string; isCut: boolean } {
  const numbered = `${number}\t${line}`;
  const isLong = line.length > lineCharactersMax;
  if (!isLong && Buffer.byteLength(numbered) <= bytesMax) return { line: numbered, isCut: false };
  const note = cutNote(line.length);
  const start = isLong ? `${number}\t${cutCharacters(line, lineCharactersMax)}` : numbered;
  return { line: cutToBytes(start, bytesMax - Buffer.byteLength(note)) + note, isCut: true };
}
