import classes from "./file-counts.module.css";
import type { ReviewFile } from "./review-types.ts";

const states: Record<string, string> = { added: "new", deleted: "deleted", renamed: "moved" };

/** How many lines were added and removed, and what else became of the file. */
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
