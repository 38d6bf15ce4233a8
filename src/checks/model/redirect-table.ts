/** Place where a move may write its redirect. */
export type RedirectHome =
  | { kind: "json-array"; path: string /** Offset of `[`. */; at: number; isEmpty: boolean }
  | { kind: "json-member"; path: string /** Offset behind the `{` of the file. */; at: number }
  | { kind: "yaml-map"; path: string; at: number; indent: string };

/** Redirects in a file, each in a line of its own. */
export interface RedirectTable {
  path: string;
  /** Where a line can be inserted. */
  at: number;
  lineBreak: string;
  entries: RedirectEntry[];
  form: RedirectForm;
}

export interface RedirectEntry {
  from: string;
  to: string;
  /** The text of `to`, without quotes. */
  target: Extent;
  /** The whole line. */
  line: Extent;
}

interface Extent {
  start: number;
  end: number;
}

/** How the table writes pages. */
export interface RedirectForm {
  /** Name of a page as a source; `path` is its path in the repository. */
  nameOf(path: string): string;
  /** Name of the page to which an entry leads; null if it leads out of the site. */
  follow(entry: Pick<RedirectEntry, "from" | "to">): string | null;
  /** Text of a target that leads from a source to a name. */
  targetTo(name: string, from: string): string;
  /** A line without its end. */
  render(from: string, to: string): string;
}
