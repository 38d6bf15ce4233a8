import type { CheckedFinding } from "../agent/tools/tool-data.ts";

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
