import { describeStatus, type Standing } from "./describe-status.ts";
import classes from "./status-badge.module.css";

/** Dot and words for a job's state. */
export function StatusBadge({ job }: { job: Standing }) {
  const { label, tone } = describeStatus(job);
  return (
    <span className={classes.badge} data-tone={tone}>
      <span className={classes.dot} aria-hidden="true" />
      {label}
    </span>
  );
}
