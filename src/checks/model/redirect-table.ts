/** A table of redirects by address, with each target relative to its source address. */
export interface RedirectTable {
  path: string;
  /** Where a line can be inserted. */
  at: number;
  lineBreak: string;
  /** `target` is the text between the quotes, `line` the whole line. */
  entries: { from: string; to: string; target: Extent; line: Extent }[];
}

interface Extent {
  start: number;
  end: number;
}
