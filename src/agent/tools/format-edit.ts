import { fileBytesMax } from "../working-files.ts";
import { cutCharacters, cutToBytes, resultBytesMax } from "./cut-text.ts";

const nearestLineCharactersMax = 300;

export function formatEdited(path: string, count: number, warning: string | null): string {
  const done = `${path}: ${count} ${count === 1 ? "edit" : "edits"} applied`;
  return cutToBytes(warning === null ? done : `${done}\nwarning: ${warning}`, resultBytesMax);
}

/** `number` is the 1-based position of the edit in its call. */
export function formatNotFound(number: number, nearest: readonly { line: number; text: string }[]): string {
  const lines = nearest.map(({ line, text }) => `${line}\t${cutCharacters(text, nearestLineCharactersMax)}`);
  const hint = lines.length > 0 ? ` Nearest lines:\n${lines.join("\n")}` : "";
  return `edit ${number}: old text not found.${hint}`;
}

export function formatSeveral(number: number, lines: readonly number[]): string {
  const shown = lines.slice(0, 10).join(", ") + (lines.length > 10 ? ", …" : "");
  return `edit ${number}: old text occurs ${lines.length} times (lines ${shown}). Add context or set all.`;
}

export function formatCutCharacter(number: number): string {
  return `edit ${number}: old text begins or ends inside a character that is made of several (an accent, an emoji). Include all of it.`;
}

export function formatTooLarge(number: number): string {
  return `edit ${number}: the file would be larger than ${fileBytesMax} bytes. Replace fewer places, or with less text.`;
}
