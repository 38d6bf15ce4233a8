import { Loader } from "@mantine/core";
import classes from "./file-card.module.css";
import type { ReviewFile } from "./review-types.ts";

const rowPx = 20;

/** Placeholder for a file's contents, of about the same height. */
export function FilePending({ file, label }: { file: ReviewFile; label: string }) {
  return (
    <div className={classes.waiting} style={{ height: estimateBody(file) }}>
      <Loader aria-label={label} />
    </div>
  );
}

/** Estimates the height of the lines, so that little moves when they arrive. */
export function estimateBody({ additions, deletions, isBinary }: ReviewFile): number {
  return isBinary ? 40 : Math.min(600, additions + deletions + 8) * rowPx;
}
