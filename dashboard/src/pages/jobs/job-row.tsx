import type { CheckCounts } from "../../../../sdk/src/generated-types.ts";
import { showHidden } from "../../../../src/text/show-hidden.ts";
import { PlainLink } from "../../parts/links.tsx";
import { Money } from "../../parts/money.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { Time } from "../../parts/time.tsx";
import { authorName } from "./author-name.ts";
import { JobDuration } from "./job-duration.tsx";
import classes from "./job-rows.module.css";
import { type ListedJob, nameJob } from "./listed-job.ts";
import { PullRequestLink } from "./pull-request-link.tsx";

/** One job in the list. The title is the link; clicks anywhere in the row follow it. */
export function JobRow({ job, onFocus }: { job: ListedJob; onFocus: () => void }) {
  const author = authorName(job.createdBy);
  return (
    <div className={classes.row}>
      <span className={classes.status}>
        <StatusBadge job={job} />
      </span>
      <span className={classes.what}>
        <PlainLink
          className={classes.title}
          to={`/projects/${job.projectId}/jobs/${job.id}`}
          onFocus={onFocus}
        >
          {showHidden(nameJob(job))}
        </PlainLink>
        <span className={classes.under}>
          {showHidden(job.projectName)} · {author} · <Time at={job.createdAt} />
          {job.topic !== null && job.topic !== author && (
            <span className={classes.topic}>{showHidden(job.topic)}</span>
          )}
        </span>
      </span>
      <span className={classes.pull}>
        {job.pullRequest && <PullRequestLink pullRequest={job.pullRequest} />}
      </span>
      <span className={classes.checks}>
        <ChecksDelta checks={job.checks} />
      </span>
      <span className={classes.number}>
        <JobDuration job={job} />
      </span>
      <span className={classes.number}>
        <Money usd={job.usage.costUsd} />
      </span>
    </div>
  );
}

/** The job's effect on the problems of the documentation. */
export function ChecksDelta({ checks }: { checks: CheckCounts | null }) {
  if (checks === null) return null;
  if (checks.new === 0 && checks.fixed === 0) return <span className={classes.even}>No new problems</span>;
  return (
    <>
      {checks.new > 0 && <span className={classes.worse}>{checks.new} new</span>}
      {checks.new > 0 && checks.fixed > 0 && " "}
      {checks.fixed > 0 && <span className={classes.better}>{checks.fixed} fixed</span>}
    </>
  );
}
