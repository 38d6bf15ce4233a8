import type { InboxItem } from "../../api/inbox.ts";
import { count } from "../job/fact.ts";

/** Returns e.g. "12 lines in 2 files", or "1 file" if it was only moved; null if unknown. */
export function describeChange({
  changedLines,
  changedFiles,
}: Pick<InboxItem, "changedLines" | "changedFiles">): string | null {
  if (changedLines === null) return null;
  const lines = count(changedLines, "line");
  if (changedFiles === null) return lines;
  const files = count(changedFiles, "file");
  return changedLines === 0 ? files : `${lines} in ${files}`;
}
