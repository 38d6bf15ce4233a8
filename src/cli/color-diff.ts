import { showHidden } from "../show-hidden.ts";
import type { CliStream } from "./deps.ts";

const colors: [RegExp, number][] = [
  [/^(diff |index |--- |\+\+\+ |new file|deleted file|rename |similarity)/, 1],
  [/^@@/, 36],
  [/^\+/, 32],
  [/^-/, 31],
];

/** A diff for a terminal: coloured, and without characters that could steer it. Elsewhere it stays byte for byte. */
export function colorDiff(stream: CliStream, patch: string): string {
  if (!stream.color) return patch;
  return patch.split("\n").map(colorLine).join("\n");
}

function colorLine(line: string): string {
  const text = showHidden(line.replace(/\r$/, ""));
  const color = colors.find(([pattern]) => pattern.test(line))?.[1];
  return color === undefined ? text : `\u001b[${color}m${text}\u001b[0m`;
}
