import type { ToolData } from "../agent/tools/tool-data.ts";
import type { ToolCall } from "./chore.ts";
import { parseFinding } from "./older-finding.ts";

/**
 * Reads the data of a result from its text, for results recorded before they had data, so that a job begun by
 * an older version can continue. Null if the text holds only prose.
 */
export function readOlderResult({ name, input }: ToolCall, ok: boolean, text: string): ToolData | null {
  if (!ok) return text.includes("set force") ? { kind: "linked" } : null;
  const offset = typeof input.offset === "number" ? input.offset : 0;
  switch (name) {
    case "read":
      return readLines(text);
    case "list": {
      const { lines, total } = readShown(text === "" ? [] : text.split("\n"), offset);
      return { kind: "names", total, shown: lines.length };
    }
    case "search":
      return input.filesOnly === true ? readFiles(text, offset) : null;
    case "check":
      return readFindings(text, offset);
    case "move":
    case "delete":
      return readChanges(text);
    default:
      return null;
  }
}

function readLines(text: string): ToolData | null {
  const [header = "", ...rest] = text.split("\n");
  if (header.endsWith(", empty")) return { kind: "lines", total: 0, shown: 0, cut: [] };
  const range = /, lines (\d+)-(\d+) of (\d+)$/.exec(header);
  if (range === null) return null;
  const [first, last, total] = range.slice(1).map(Number) as [number, number, number];
  const shown = last - first + 1;
  const cut = rest.slice(0, shown).flatMap((line, at) => {
    const characters = / … \[line of ([\d,]+) characters cut\]$/.exec(line)?.[1];
    return characters === undefined ? [] : [{ at, characters: Number(characters.replaceAll(",", "")) }];
  });
  return { kind: "lines", total, shown, cut };
}

/**
 * Returns the shown lines of a list, and its length: if it was cut, from the last line ("… 40 of 137 shown").
 */
function readShown(lines: string[], offset: number): { lines: string[]; total: number } {
  const last = lines.at(-1) ?? "";
  if (/^… nothing at offset=/.test(last)) return { lines: [], total: offset };
  const cut = /^… \d+ of (\d+) shown/.exec(last);
  if (cut === null) return { lines, total: offset + lines.length };
  return { lines: lines.slice(0, -1), total: Number(cut[1]) };
}

function readFiles(text: string, offset: number): ToolData | null {
  const [header = "", ...rest] = text.split("\n");
  if (!/^\d+ match(es)? in \d+ files?$/.test(header)) return null;
  const { lines, total } = readShown(rest, offset);
  const files = lines.map((line) => {
    const match = /^(.*) \((\d+)\)$/.exec(line);
    return match === null ? { path: line, lines: 1 } : { path: match[1]!, lines: Number(match[2]) };
  });
  return { kind: "files", total, files };
}

function readFindings(text: string, offset: number): ToolData | null {
  const [header = "", ...rest] = text.split("\n");
  const [counts = "", ...reasons] = header.split("; ");
  const match = /^new (\d+), fixed (\d+), preexisting (\d+)$/.exec(counts);
  if (match === null) return null;
  return {
    ...{ kind: "findings", new: Number(match[1]), preexisting: Number(match[3]) },
    notJudged: reasons.filter((reason) => !/^\d+ warnings$/.test(reason)),
    findings: readShown(rest, offset).lines.map(parseFinding),
  };
}

function readChanges(text: string): ToolData {
  const lines = text.split("\n");
  const [, ...also] = lines[0]!.split("; also changed: ");
  const notes = lines.filter((line) => line.startsWith("note: ")).map((line) => line.slice("note: ".length));
  return { kind: "changes", also: also.join("; also changed: "), notes };
}
