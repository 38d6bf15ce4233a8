import type { ElementContent } from "hast";
import { parseDocument } from "yaml";
import { element, text } from "./clean-tree.ts";
import type { Line } from "./page-lines.ts";

export interface FrontMatter {
  /** Index of the first line after it. */
  end: number;
  rows: [name: string, value: string][];
}

const rowsMax = 50;
const valueCharactersMax = 300;

/** Reads the front matter between `---` or `+++` at the beginning of a page; null if there is none. */
export function readFrontMatter(lines: readonly Line[]): FrontMatter | null {
  const mark = lines[0]?.text.trimEnd();
  if (mark !== "---" && mark !== "+++") return null;
  const end = lines.findIndex(({ text }, index) => index > 0 && text.trimEnd() === mark);
  if (end === -1) return null;
  const source = lines.slice(1, end).map(({ text }) => text);
  return { end: end + 1, rows: (mark === "---" ? readYaml(source) : readToml(source)).slice(0, rowsMax) };
}

export function toTable(rows: FrontMatter["rows"]): ElementContent {
  const cells = rows.map(([name, value]) =>
    element("tr", null, [element("th", null, [text(name)]), element("td", null, [text(value)])]),
  );
  return element("table", "cd-front-matter", [element("tbody", null, cells)]);
}

function readYaml(lines: readonly string[]): [string, string][] {
  const document = parseDocument(lines.join("\n"), { logLevel: "silent", uniqueKeys: false, strict: false });
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    if (typeof value !== "object" || value === null) return readToml(lines);
    return Object.entries(value).map(([name, one]) => [name, show(one)]);
  } catch {
    return readToml(lines);
  }
}

/** Reads line by line; also used for invalid YAML. */
function readToml(lines: readonly string[]): [string, string][] {
  return lines.flatMap((line): [string, string][] => {
    const at = line.search(/[=:]/);
    return at < 1
      ? []
      : [
          [
            line.slice(0, at).trim(),
            cut(
              line
                .slice(at + 1)
                .trim()
                .replace(/^"|"$/g, ""),
            ),
          ],
        ];
  });
}

function show(value: unknown): string {
  return cut(typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
}

function cut(value: string): string {
  return value.length <= valueCharactersMax ? value : `${value.slice(0, valueCharactersMax)}…`;
}
