import { parseUnifiedDiff } from "../../diff/parse-unified-diff.ts";
import { countOf } from "../../text/count-of.ts";
import { formatTable } from "./format-table.ts";

const filesMax = 30;

/** Returns e.g. "3 files changed, 12 lines added, 9 deleted" and a line for each file. */
export function formatDiffStat(patch: string): string {
  const files = parseUnifiedDiff(patch);
  const sum = (pick: (file: (typeof files)[number]) => number) =>
    files.reduce((all, file) => all + pick(file), 0);
  const added = countOf(
    sum((file) => file.added),
    "line",
  );
  const total = `${countOf(files, "file")} changed, ${added} added, ${sum(({ deleted }) => deleted)} deleted`;
  const rows = files
    .slice(0, filesMax)
    .map((file) => [`  ${file.newPath}`, `+${file.added}`, `-${file.deleted}`]);
  if (files.length === 0) return "0 files changed";
  const [, ...lines] = formatTable(["", "", ""], rows).split("\n");
  const rest = files.length > filesMax ? `\n  … and ${files.length - filesMax} more` : "";
  return `${total}\n${lines.join("\n")}${rest}`;
}
