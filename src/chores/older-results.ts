import type { CheckedFinding, ToolData } from "../agent/tools/tool-data.ts";
import type { ToolCall } from "./chore.ts";

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

/** Never fails: what cannot be read, for example in a cut line, has no target, suggestion or candidates. */
export function parseFinding(line: string): CheckedFinding {
  const head = /^(new|preexisting) (\S+) (.+?):(\d+):(\d+) (.*)$/s.exec(line);
  const rest = head?.[6] ?? line;
  const marks = [" | target ", " | suggest ", " | candidates ", " | may lead to "].map((mark) => ({
    mark,
    at: findMark(rest, mark),
  }));
  const after = (index: number) =>
    marks[index]!.at < 0 ? "" : rest.slice(marks[index]!.at + marks[index]!.mark.length);
  const first = Math.min(...marks.map(({ at }) => (at < 0 ? rest.length : at)));
  return {
    isNew: head?.[1] === "new",
    rule: head?.[2] ?? "",
    path: head?.[3] ?? "",
    line: Number(head?.[4] ?? 0),
    column: Number(head?.[5] ?? 0),
    message: rest.slice(0, first),
    target: readString(after(0))?.value ?? null,
    suggestion: readSuggestion(after(1)),
    candidates: readCandidates(after(2)),
    guess: readGuess(after(3)),
  };
}

const openings: Record<string, string> = { " | candidates ": "[", " | may lead to ": "{" };

/**
 * Searches from the end for the mark with its opening quote or bracket: quotes inside a JSON string are
 * escaped.
 */
function findMark(text: string, mark: string): number {
  return text.lastIndexOf(mark + (openings[mark] ?? '"'));
}

function readString(text: string): { value: string; end: number } | null {
  const match = /^"(?:[^"\\]|\\.)*"/.exec(text);
  if (match === null) return null;
  try {
    return { value: JSON.parse(match[0]) as string, end: match[0].length };
  } catch {
    return null;
  }
}

function readSuggestion(text: string): { old: string; new: string } | null {
  const old = readString(text);
  if (old === null || !text.startsWith(" -> ", old.end)) return null;
  const replacement = readString(text.slice(old.end + 4));
  return replacement === null ? null : { old: old.value, new: replacement.value };
}

function readCandidates(text: string): string[] {
  if (text === "") return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
  } catch {
    return [];
  }
}

function readGuess(text: string): CheckedFinding["guess"] {
  if (text === "") return null;
  try {
    const { pages, keepId } = JSON.parse(text) as { pages: string[]; keepId: string | null };
    return { pages, keepId };
  } catch {
    return null;
  }
}
