import type { InboxItem } from "../../api/inbox.ts";

/** "12 lines in 2 files"; null when it is not known. */
export function describeChange({
  changedLines,
  changedFiles,
}: Pick<InboxItem, "changedLines" | "changedFiles">): string | null {
  if (changedLines === null) return null;
  const lines = `${changedLines} ${changedLines === 1 ? "line" : "lines"}`;
  return changedFiles === null
    ? lines
    : `${lines} in ${changedFiles} ${changedFiles === 1 ? "file" : "files"}`;
}
