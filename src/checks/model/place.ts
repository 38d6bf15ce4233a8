/** A place in a file of the repository. Offsets in UTF-16 code units, line and column 1-based. */
export interface Place {
  path: string;
  start: number;
  end: number;
  line: number;
  column: number;
  /** The name of a member in a script, without quotes: another one may need them. */
  isBareName?: true;
  /** Where the entry ends that goes if its page leaves the folder; absent if it stays. */
  memberEnd?: number;
  /** Set for an entry that goes with its title behind it: `["page", "Title"]`. */
  isPair?: true;
}
