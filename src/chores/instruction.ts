/** `filesMax`: how many files one pull request may change; left out: all at once. */
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
  /** `to` may be a folder ("docs/b/"), or a bare name beside `from` when `isRename`. */
  | { kind: "move"; from: string; to: string; isRename: boolean; force: boolean }
  | { kind: "delete"; path: string; force: boolean }
  | ({ kind: "add-front-matter"; titles: boolean; descriptions: boolean; scope: string | null } & InParts);
