import { Button, Collapse, Group, SegmentedControl, Stack, Text, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ChevronDownIcon, ChevronRightIcon } from "@primer/octicons-react";
import { useNavigate } from "@tanstack/react-router";
import type { FormEvent } from "react";
import type { JobRecord } from "../../../../sdk/src/generated-types.ts";
import { newIdempotencyKey } from "../../../../sdk/src/new-idempotency-key.ts";
import { api } from "../../api/client.ts";
import { type Inbox, inboxPath } from "../../api/inbox.ts";
import { isProblem } from "../../api/problem-error.ts";
import { useAction, useApi } from "../../api/use-api.ts";
import { ProjectSelect } from "../../frame/project-select.tsx";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { LimitMeter } from "../../parts/limit-meter.tsx";
import { SubmitKeys } from "../../parts/submit-keys.tsx";
import { countOptions, type JobDraft, toCreateBody } from "./job-draft.ts";
import { JobOptions } from "./job-options.tsx";
import classes from "./new-job-form.module.css";
import { OverlapWarning } from "./overlap-warning.tsx";
import { PromptField } from "./prompt-field.tsx";
import { TemplateButtons } from "./template-buttons.tsx";
import { useDraft } from "./use-draft.ts";

interface Props {
  projectId: string;
  /** There are other projects too. */
  hasChoice: boolean;
  given: Partial<JobDraft>;
  onChooseProject: (projectId: string) => void;
}

export function NewJobForm({ projectId, hasChoice, given, onChooseProject }: Props) {
  const { draft, change, forget } = useDraft(projectId, given);
  const start = useStart(projectId, draft, forget);
  const isEmpty = draft.prompt.trim() === "";
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!isEmpty && !start.isPending) start.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {hasChoice && (
          <ProjectSelect
            value={projectId}
            allowDeselect={false}
            maw={360}
            onChange={(id) => id && onChooseProject(id)}
          />
        )}
        <PromptField
          projectId={projectId}
          value={draft.prompt}
          onChange={(prompt) => change({ prompt })}
          onSubmit={submit}
          error={start.errorOf("prompt")}
        />
        <TemplateButtons prompt={draft.prompt} onChange={(prompt) => change({ prompt })} />
        <OverlapWarning projectId={projectId} prompt={draft.prompt} paths={draft.paths} />
        <Result draft={draft} onChange={change} />
        <Options projectId={projectId} draft={draft} onChange={change} errorOf={start.errorOf} />
        {start.error && <ErrorAlert error={start.error} title="The job was not started" />}
        <Group justify="space-between" className={classes.foot}>
          <Limit projectId={projectId} />
          <Group gap="sm">
            <Text size="xs" c="dimmed" visibleFrom="sm">
              <SubmitKeys />
            </Text>
            <Button type="submit" disabled={isEmpty} loading={start.isPending}>
              Start the job
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

function useStart(projectId: string, draft: JobDraft, forget: () => void) {
  const navigate = useNavigate();
  const start = useAction(
    () =>
      api.post<JobRecord>(`/v2/agent/${projectId}/job`, toCreateBody(draft), {
        idempotencyKey: newIdempotencyKey(),
      }),
    {
      showError: false,
      invalidates: [inboxPath, "/v2/manage/jobs"],
      onSuccess: ({ id }) => {
        forget();
        void navigate({ to: `/projects/${projectId}/jobs/${id}` as string });
      },
    },
  );
  const fields = isProblem(start.error) ? start.error.errors : [];
  const taken = isProblem(start.error, "branch_taken") ? start.error.detail : undefined;
  const errorOf = (path: string) =>
    path === "branch" && taken !== undefined
      ? taken
      : fields.find((error) => error.path === path || error.path.startsWith(`${path}.`))?.message;
  return { ...start, errorOf };
}

function Result({ draft, onChange }: { draft: JobDraft; onChange: (part: Partial<JobDraft>) => void }) {
  const isPreview = draft.mode === "preview";
  return (
    <div>
      <SegmentedControl
        aria-label="Result"
        value={draft.mode}
        onChange={(mode) => onChange({ mode: mode as JobDraft["mode"] })}
        data={[
          { value: "pull_request", label: "Pull request" },
          { value: "preview", label: "Preview" },
        ]}
      />
      <Text size="sm" c="dimmed" mt={4}>
        {isPreview
          ? "You see the change and the checks; a pull request can be opened from there."
          : "The change is checked and opened as a pull request for review."}
      </Text>
    </div>
  );
}

function Options(props: Parameters<typeof JobOptions>[0]) {
  const count = countOptions(props.draft) - (props.draft.mode === "preview" ? 1 : 0);
  const [opened, { toggle }] = useDisclosure(count > 0);
  const Icon = opened ? ChevronDownIcon : ChevronRightIcon;
  return (
    <div>
      <UnstyledButton onClick={toggle} aria-expanded={opened} className={classes.toggle}>
        <Icon size={16} /> Options{count > 0 ? ` (${count} set)` : ""}
      </UnstyledButton>
      <Collapse expanded={opened}>
        <div className={classes.options}>
          <JobOptions {...props} />
        </div>
      </Collapse>
    </div>
  );
}

function Limit({ projectId }: { projectId: string }) {
  const { data } = useApi<Inbox>(inboxPath);
  const limit = data?.limits.find((each) => each.projectId === projectId);
  return <div className={classes.limit}>{limit && <LimitMeter limit={limit} />}</div>;
}
