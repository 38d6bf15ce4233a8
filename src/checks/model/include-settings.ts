import type { IncludeKind } from "../../markdown/page-scan.ts";

/**
 * How files are included in pages; their paths are relative to `folders`, where null is the page's own
 * folder.
 */
export interface IncludeSettings {
  kinds: readonly IncludeKind[];
  folders: readonly string[] | null;
  /** Folder that `rootMark` stands for. */
  root: string;
  /** Start of a path from the root. Left out: `/`. */
  rootMark?: string;
  /** Those that the page shows as text if there is no such file. Left out: none. */
  shownAsText?: readonly IncludeKind[];
  /** Whether paths in a part count from the page that includes it. Left out: from the part. */
  countFromHolder?: boolean;
  /** Whether files above such a folder cannot be included. */
  staysBelow?: boolean;
  /** Kinds that write the links of the file anew for the page. Left out: none. */
  keepsLinks?: readonly IncludeKind[];
  /** Kinds that put the whole file in their place, so that its headings are the page's. Left out: unknown. */
  bringsHeadings?: readonly IncludeKind[];
  /** Kinds whose paths count from other folders. Left out: none. */
  ofKinds?: Partial<Record<IncludeKind, KindSettings>>;
}

interface KindSettings {
  folders: readonly string[];
  /** Whether a path that begins with `./` or `../` counts from the page's own folder. */
  hasDots?: boolean;
}
