import { isFailure } from "./chore.ts";
import type { ListSource, ListWindow } from "./gather-items.ts";
import { type CheckedFinding, parseCheckCounts, parseFinding } from "./parse-finding.ts";

export interface PageLine {
  text: string;
  /** True when the tool showed only the start of the line. */
  isCut: boolean;
}

/** The numbered lines of a file. An empty file has none. */
export function readSource(path: string): ListSource<PageLine> {
  return {
    call: (offset, limit) => ({
      name: "read",
      input: { path, ...(limit === null ? {} : { offset: offset + 1, limit }) },
    }),
    parse: parseRead,
  };
}

export function parseRead(result: string): ListWindow<PageLine> | null {
  const [header = "", ...rest] = result.split("\n");
  if (isFailure(result)) return null;
  if (header.endsWith(", empty")) return { items: [], total: 0 };
  const range = /, lines (\d+)-(\d+) of (\d+)$/.exec(header);
  if (range === null) return null;
  const [first, last, total] = range.slice(1).map(Number) as [number, number, number];
  const items = rest.slice(0, last - first + 1).map(parseLine);
  return { items, total };
}

function parseLine(line: string): PageLine {
  const text = line.slice(line.indexOf("\t") + 1);
  const cut = / … \[line of [\d,]+ characters cut\]$/.exec(text);
  return cut === null ? { text, isCut: false } : { text: text.slice(0, cut.index), isCut: true };
}

/** Paths of all files that match a glob. */
export function filesSource(glob: string): ListSource<string> {
  return {
    call: (offset) => ({ name: "list", input: { glob, ...(offset > 0 && { offset }) } }),
    parse: (result, offset) => parseShown(result === "" ? [] : result.split("\n"), offset),
  };
}

/** Paths of all files that hold the text, in any case as written. */
export function matchingFilesSource(pattern: string): ListSource<{ path: string; lines: number }> {
  return {
    call: (offset) => ({
      name: "search",
      input: { pattern, filesOnly: true, ...(offset > 0 && { offset }) },
    }),
    parse(result, offset) {
      if (!/^\d+ match(es)? in \d+ files?$/.test(result.split("\n", 1)[0]!)) return null;
      const window = parseShown(result.split("\n").slice(1), offset);
      return window && { ...window, items: window.items.map(parseMatchingFile) };
    },
  };
}

function parseMatchingFile(line: string): { path: string; lines: number } {
  const match = /^(.*) \((\d+)\)$/.exec(line);
  return match === null ? { path: line, lines: 1 } : { path: match[1]!, lines: Number(match[2]) };
}

/**
 * All findings of the check, or only those that are new; `notJudged` gets the reasons why links were not
 * judged.
 */
export function findingsSource(options: {
  newOnly: boolean;
  notJudged?: Set<string>;
}): ListSource<CheckedFinding> {
  return {
    call: (offset) => ({ name: "check", input: offset > 0 ? { offset } : {} }),
    parse(result, offset) {
      const [header = "", ...lines] = result.split("\n");
      const counts = parseCheckCounts(header);
      const window = parseShown(lines, offset);
      if (counts === null || window === null) return null;
      for (const reason of counts.notJudged) options.notJudged?.add(reason);
      const total = options.newOnly ? counts.new : counts.new + counts.preexisting;
      return { items: window.items.slice(0, Math.max(0, total - offset)).map(parseFinding), total };
    },
  };
}

/** The shown lines of a list, and its length from the last line ("… 40 of 137 shown") when it was cut. */
function parseShown(lines: string[], offset: number): ListWindow<string> | null {
  if (lines[0] !== undefined && isFailure(lines[0])) return null;
  const last = lines.at(-1) ?? "";
  if (/^… nothing at offset=/.test(last)) return { items: [], total: offset };
  const cut = /^… \d+ of (\d+) shown/.exec(last);
  if (cut === null) return { items: lines, total: offset + lines.length };
  return { items: lines.slice(0, -1), total: Number(cut[1]) };
}
