/** `filesMax`: how many files one pull request may change; all at once if omitted. */
interface InParts {
  filesMax?: number;
}

export type Instruction =
  | ({
      kind: "replace";
      old: string;
      new: string;
      includingCode: boolean;
      /** Folder, page or glob; null means everywhere. */
      scope: string | null;
    } & InParts)
  | ({ kind: "fix-links"; scope: string | null } & InParts)
  /**
   * Either may be a folder ("docs/b/"), and `to`, if `isRename`, a bare name next to `from`. `alone`: without
   * its translations.
   */
  | { kind: "move"; from: string; to: string; isRename: boolean; force: boolean; alone?: true }
  /** `links`: those to it become text; `force`: others stay. */
  | { kind: "delete"; path: string; links: boolean; force: boolean; alone?: true }
  | ({ kind: "add-front-matter"; titles: boolean; descriptions: boolean; scope: string | null } & InParts);
