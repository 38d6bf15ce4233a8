import { GitMergeIcon, GitPullRequestClosedIcon, GitPullRequestIcon } from "@primer/octicons-react";
import type { PullRequest } from "../../../sdk/src/generated-types.ts";
import classes from "./pull-request-badge.module.css";

const looks: Record<string, { label: string; Icon: typeof GitMergeIcon }> = {
  open: { label: "Open", Icon: GitPullRequestIcon },
  merged: { label: "Merged", Icon: GitMergeIcon },
  closed: { label: "Closed", Icon: GitPullRequestClosedIcon },
};

/** Number and state of a pull request. */
export function PullRequestBadge({ pullRequest }: { pullRequest: PullRequest }) {
  const look = looks[pullRequest.state] ?? looks.open!;
  return (
    <span className={classes.badge} data-state={pullRequest.state}>
      <look.Icon size={14} />
      <span>
        {look.label} #{pullRequest.number}
      </span>
    </span>
  );
}
