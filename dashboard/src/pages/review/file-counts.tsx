import classes from "./file-counts.module.css";
import type { ReviewFile } from "./review-types.ts";

const states: Record<string, string> = { added: "new", deleted: "deleted", renamed: "moved" };

/** Shows the numbers of added and removed lines, and how else the file changed. */
export function FileCounts({ file: { status, additions, deletions, isBinary } }: { file: ReviewFile }) {
  return (
    <span className={classes.counts}>
      {Object.hasOwn(states, status) && <span className={classes.state}>{states[status]}</span>}
      {!isBinary && (
        <>
          {additions > 0 && (
            <span className={classes.added} title={`${additions} added`}>
              +{additions.toLocaleString()}
            </span>
          )}
          {deletions > 0 && (
            <span className={classes.removed} title={`${deletions} removed`}>
              −{deletions.toLocaleString()}
            </span>
          )}
        </>
      )}
    </span>
  );
}
