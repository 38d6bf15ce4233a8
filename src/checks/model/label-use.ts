/** Where a file that is no page names a label. */
export interface LabelUse {
  path: string;
  line: number;
  column: number;
  target: string;
}
