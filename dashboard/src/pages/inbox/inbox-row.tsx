import type { InboxGroupKind, InboxItem } from "../../api/inbox.ts";
import { PlainLink } from "../../parts/links.tsx";
import { PullRequestBadge } from "../../parts/pull-request-badge.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { Time } from "../../parts/time.tsx";
import { authorName } from "../jobs/author-name.ts";
import { nameJob } from "../jobs/listed-job.ts";
import { describeChange } from "./describe-change.ts";
import classes from "./inbox-group.module.css";

/**
 * A job in one line, with what helps to decide whether to open it: the amount to read, or what went wrong.
 */
export function InboxRow({ item, kind }: { item: InboxItem; kind: InboxGroupKind }) {
  const job = `/projects/${item.projectId}/jobs/${item.id}`;
  return (
    <PlainLink to={kind === "review" ? `${job}/review` : job} className={classes.row} data-inbox-row="">
      <span className={classes.main}>
        <span className={classes.title}>{nameJob(item)}</span>
        <span className={classes.facts}>
          <span>{item.projectName}</span>
          {item.createdBy && <span>{authorName(item.createdBy)}</span>}
          <Time at={item.finishedAt ?? item.updatedAt} />
          {kind === "failed" && <span className={classes.message}>{item.message}</span>}
        </span>
      </span>
      <span className={classes.side}>
        {kind === "review" ? <ReviewFacts item={item} /> : <StatusBadge job={item} />}
      </span>
    </PlainLink>
  );
}

function ReviewFacts({ item }: { item: InboxItem }) {
  const change = describeChange(item);
  return (
    <>
      {item.checks !== null && item.checks.new > 0 && (
        <span className={classes.bad}>
          {item.checks.new} new {item.checks.new === 1 ? "problem" : "problems"}
        </span>
      )}
      {change && <span className={classes.change}>{change}</span>}
      {item.pullRequest ? <PullRequestBadge pullRequest={item.pullRequest} /> : <StatusBadge job={item} />}
    </>
  );
}
