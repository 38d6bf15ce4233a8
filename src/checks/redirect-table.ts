/** A table of redirects by address, each target relative to the address that it stands for. */
export interface RedirectTable {
  path: string;
  /** Where a line can be put in. */
  at: number;
  lineBreak: string;
  /** `target` is the text between the quotes, `line` the whole line. */
  entries: { from: string; to: string; target: Extent; line: Extent }[];
}

interface Extent {
  start: number;
  end: number;
}
