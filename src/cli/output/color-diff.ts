import { showHidden } from "../../text/show-hidden.ts";
import type { CliStream } from "../deps.ts";
import { paint, type Style } from "./paint.ts";

const styles: [RegExp, Style][] = [
  [/^(diff |index |--- |\+\+\+ |new file|deleted file|rename |similarity)/, "bold"],
  [/^@@/, "cyan"],
  [/^\+/, "green"],
  [/^-/, "red"],
];

/**
 * Colours a diff for a terminal and makes characters harmless that could control it. Elsewhere the diff is
 * unchanged.
 */
export function colorDiff(stream: CliStream, patch: string): string {
  if (!stream.color) return patch;
  return patch
    .split("\n")
    .map((line) => colorLine(stream, line))
    .join("\n");
}

function colorLine(stream: CliStream, line: string): string {
  const text = showHidden(line.replace(/\r$/, ""));
  const style = styles.find(([pattern]) => pattern.test(line))?.[1];
  return style === undefined ? text : paint(stream, style, text);
}
