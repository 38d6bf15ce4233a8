import { type Sliced, stepsPerStop } from "../text/run-in-slices.ts";

/** Lines of a page, counted from 0, with the last one. */
export interface Block {
  start: number;
  end: number;
}

/**
 * Compares a single line exactly. Several lines are compared as loosely as the edit tool may compare them if
 * the file's line ends are not \n, so that typography alone does not make them unique.
 */
export function createUniquenessTest(lines: readonly string[]): (block: Block) => Sliced<boolean> {
  const text = lines.join("\n");
  let loose: { lines: string[]; text: string } | null = null;
  return function* isUnique({ start, end }) {
    yield;
    if (start === end) return occursOnce(text, lines[start]!);
    if (loose === null) {
      const looseLines: string[] = [];
      for (const line of lines) if (looseLines.push(loosen(line)) % stepsPerStop === 0) yield;
      loose = { lines: looseLines, text: looseLines.join("\n") };
    }
    return occursOnce(loose.text, loose.lines.slice(start, end + 1).join("\n"));
  };
}

function occursOnce(text: string, part: string): boolean {
  if (part.trim() === "") return false;
  const at = text.indexOf(part);
  return at >= 0 && text.indexOf(part, at + 1) < 0;
}

function loosen(line: string): string {
  return line
    .replace(/[\u2018\u2019\u201A\u201B\u2032]/g, "'")
    .replace(/[\u201C-\u201F\u2033\u00AB\u00BB]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[\u00A0\u2000-\u200A\u202F\u205F\u3000\t]/g, " ")
    .trimEnd();
}
