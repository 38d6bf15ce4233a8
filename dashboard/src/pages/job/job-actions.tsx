import { Button, Menu } from "@mantine/core";
import {
  ArchiveIcon,
  DownloadIcon,
  KebabHorizontalIcon,
  LinkIcon,
  StopIcon,
  SyncIcon,
  TrashIcon,
} from "@primer/octicons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { JobRecord, Review } from "../../../../sdk/src/generated-types.ts";
import { api } from "../../api/client.ts";
import { type ActionOptions, useAction, useApi } from "../../api/use-api.ts";
import { basePath } from "../../base-path.ts";
import { useCan } from "../../frame/me-context.ts";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { LinkButton } from "../../parts/links.tsx";
import type { AnyEvent } from "./event-log.ts";
import classes from "./job-page.module.css";
import { OpenPullRequest } from "./open-pull-request.tsx";
import { ShareDialog } from "./share-dialog.tsx";
import { toCreateBody } from "./to-create-body.ts";

interface Props {
  path: string;
  projectId: string;
  job: JobRecord;
  /** The job's first event, which holds its original input. */
  created: AnyEvent | undefined;
}

type Dialog = "cancel" | "delete" | "share" | null;

/** For a failed job: whether it has left anything to look at. */
function useHasChanges(path: string, { status }: JobRecord): boolean {
  const { data } = useApi<Review>(status === "failed" ? `${path}/review` : null);
  return (data?.files.length ?? 0) > 0;
}

/** Shows the actions that are possible now. Readers without the permission see only what can be read. */
export function JobActions({ path, projectId, job, created }: Props) {
  const mayWrite = useCan("jobs:write");
  const [dialog, setDialog] = useState<Dialog>(null);
  const actions = useJobActions(path, projectId, job);
  const isActive = job.status === "active";
  const body = toCreateBody(created);
  const close = () => setDialog(null);
  const hasChanges = useHasChanges(path, job);
  const canReview = job.pullRequest !== null || job.reason === "preview_ready" || hasChanges;
  return (
    <div className={classes.actions}>
      {canReview && !isActive && (
        <LinkButton
          to={`/projects/${projectId}/jobs/${job.id}/review`}
          variant={job.status === "failed" ? "default" : "filled"}
        >
          {job.status === "failed" ? "See the changes so far" : "Review the changes"}
        </LinkButton>
      )}
      <OpenPullRequest path={path} job={job} />
      {mayWrite && isActive && (
        <Button variant="default" leftSection={<StopIcon />} onClick={() => setDialog("cancel")}>
          Cancel the job
        </Button>
      )}
      {mayWrite && job.status === "failed" && body !== null && (
        <Button
          variant="default"
          leftSection={<SyncIcon />}
          loading={actions.again.isPending}
          onClick={() => actions.again.mutate(body)}
        >
          Run it again
        </Button>
      )}
      <Menu position="bottom-end" width={230}>
        <Menu.Target>
          <Button variant="default" leftSection={<KebabHorizontalIcon />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component="a"
            href={`${basePath}${path}/diff`}
            download={`${job.id}.patch`}
            leftSection={<DownloadIcon />}
          >
            Download the patch
          </Menu.Item>
          {mayWrite && <WriteItems {...{ job, body, actions, setDialog }} />}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={dialog === "cancel"}
        onClose={close}
        title="Cancel this job?"
        action="Stop the agent"
        isPending={actions.cancel.isPending}
        onConfirm={() => actions.cancel.mutate(undefined, { onSettled: close })}
      >
        The agent stops at once. Its work so far is kept, and a follow-up can go on from there.
      </ConfirmDialog>
      <ConfirmDialog
        opened={dialog === "delete"}
        onClose={close}
        title="Delete this job?"
        action="Delete the job"
        isPending={actions.remove.isPending}
        onConfirm={() => actions.remove.mutate(undefined, { onSettled: close })}
      >
        Its transcript and patch are deleted for good. A pull request that it has opened stays.
      </ConfirmDialog>
      {mayWrite && <ShareDialog opened={dialog === "share"} onClose={close} path={path} />}
    </div>
  );
}

function WriteItems({
  job,
  body,
  actions,
  setDialog,
}: {
  job: JobRecord;
  body: ReturnType<typeof toCreateBody>;
  actions: ReturnType<typeof useJobActions>;
  setDialog: (dialog: Dialog) => void;
}) {
  const isArchived = job.status === "archived";
  return (
    <>
      {job.status !== "failed" && (
        <Menu.Item
          leftSection={<SyncIcon />}
          disabled={body === null}
          onClick={() => body !== null && actions.again.mutate(body)}
        >
          Run it again
        </Menu.Item>
      )}
      <Menu.Item leftSection={<LinkIcon />} onClick={() => setDialog("share")}>
        Share
      </Menu.Item>
      {job.status !== "active" && (
        <>
          <Menu.Item
            leftSection={<ArchiveIcon />}
            onClick={() => (isArchived ? actions.unarchive : actions.archive).mutate()}
          >
            {isArchived ? "Unarchive" : "Archive"}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item c="var(--cd-bad)" leftSection={<TrashIcon />} onClick={() => setDialog("delete")}>
            Delete
          </Menu.Item>
        </>
      )}
    </>
  );
}

function usePost(path: string, options: ActionOptions<void, unknown>) {
  return useAction<void>(() => api.post(path), options);
}

function useJobActions(path: string, projectId: string, job: JobRecord) {
  const navigate = useNavigate();
  const invalidates = [path, "/v2/manage/jobs", "/v2/manage/inbox"];
  return {
    cancel: usePost(`${path}/cancel`, { invalidates, done: "The job is cancelled" }),
    archive: usePost(`${path}/archive`, { invalidates, done: "Archived" }),
    unarchive: usePost(`${path}/unarchive`, { invalidates, done: "Unarchived" }),
    again: useAction(
      (body: object) => api.post<JobRecord>(`/v2/agent/${encodeURIComponent(projectId)}/job`, body),
      {
        invalidates: ["/v2/manage/jobs", "/v2/manage/inbox"],
        done: "The new job has started",
        onSuccess: ({ id }) => void navigate({ to: `/projects/${projectId}/jobs/${id}` }),
      },
    ),
    remove: useAction<void>(() => api.delete(path), {
      invalidates: ["/v2/manage/jobs", "/v2/manage/inbox"],
      done: `Deleted “${job.title ?? job.id}”`,
      onSuccess: () => void navigate({ to: "/jobs" }),
    }),
  };
}
