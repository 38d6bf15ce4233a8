import { Button } from "@mantine/core";
import { GitPullRequestIcon } from "@primer/octicons-react";
import type { JobRecord } from "../../../../sdk/src/generated-types.ts";
import { api } from "../../api/client.ts";
import { useAction } from "../../api/use-api.ts";
import { useCan } from "../../frame/me-context.ts";

/** Opens a pull request for a preview; renders nothing for any other job. */
export function OpenPullRequest({
  path,
  job,
  onOpened,
}: {
  path: string;
  job: JobRecord;
  onOpened?: () => void;
}) {
  const mayWrite = useCan("jobs:write");
  const open = useAction<void>(() => api.post(`${path}/pull-request`), {
    invalidates: [path, "/v2/manage/jobs", "/v2/manage/inbox"],
    done: "The pull request is being opened",
    onSuccess: onOpened,
  });
  if (!mayWrite || job.reason !== "preview_ready" || job.status !== "completed") return null;
  return (
    <Button
      variant="default"
      leftSection={<GitPullRequestIcon />}
      loading={open.isPending}
      onClick={() => open.mutate()}
    >
      Open the pull request
    </Button>
  );
}
