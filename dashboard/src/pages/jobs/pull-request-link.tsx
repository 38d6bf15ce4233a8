import { Anchor } from "@mantine/core";
import type { PullRequest } from "../../../../sdk/src/generated-types.ts";
import { PullRequestBadge } from "../../parts/pull-request-badge.tsx";

/** Only web addresses become links, whatever the code host sent. */
export function PullRequestLink({ pullRequest }: { pullRequest: PullRequest }) {
  const badge = <PullRequestBadge pullRequest={pullRequest} />;
  if (!/^(?:https?:\/\/|\/(?!\/))/.test(pullRequest.url)) return badge;
  return (
    <Anchor href={pullRequest.url} inherit c="inherit" rel="noreferrer" underline="hover">
      {badge}
    </Anchor>
  );
}
