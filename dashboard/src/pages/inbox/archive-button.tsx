import { ActionIcon, Tooltip } from "@mantine/core";
import { ArchiveIcon } from "@primer/octicons-react";
import { api } from "../../api/client.ts";
import { type InboxItem, inboxPath } from "../../api/inbox.ts";
import { useAction } from "../../api/use-api.ts";
import { nameJob } from "../jobs/listed-job.ts";
import classes from "./inbox-group.module.css";

/** Removes a job from the inbox; it stays in the list of jobs. */
export function ArchiveButton({ item }: { item: InboxItem }) {
  const archive = useAction(() => api.post(`/v2/agent/${item.projectId}/job/${item.id}/archive`), {
    invalidates: [inboxPath, "/v2/manage/jobs"],
    done: "Archived. It stays in the list of jobs.",
  });
  return (
    <Tooltip label="Archive">
      <ActionIcon
        className={classes.action}
        loading={archive.isPending}
        onClick={() => archive.mutate()}
        aria-label={`Archive ${nameJob(item)}`}
      >
        <ArchiveIcon size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
