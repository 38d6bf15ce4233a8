import { Checkbox, NumberInput, SimpleGrid, Stack, TagsInput, Text, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { JobDraft } from "./job-draft.ts";
import classes from "./job-options.module.css";
import { ModelSelect } from "./model-select.tsx";

interface Props {
  projectId: string;
  draft: JobDraft;
  onChange: (part: Partial<JobDraft>) => void;
  errorOf: (path: string) => string | undefined;
}

/** Options of a job besides the prompt; the project's settings apply for empty ones. */
export function JobOptions({ projectId, draft, onChange, errorOf }: Props) {
  const isPreview = draft.mode === "preview";
  return (
    <Stack gap="lg">
      <Part title="Where and with what">
        <TextInput
          label="Base branch"
          placeholder="The project's branch"
          value={draft.ref}
          error={errorOf("ref")}
          spellCheck={false}
          onChange={(event) => onChange({ ref: event.currentTarget.value })}
        />
        <ModelSelect
          projectId={projectId}
          value={draft.model}
          onChange={(model) => onChange({ model })}
          error={errorOf("model")}
        />
        <TextInput
          className={classes.whole}
          label="Topic"
          description="Jobs of one topic share a pull request while it is open."
          placeholder="None: a pull request of its own"
          maxLength={100}
          value={draft.topic}
          error={errorOf("topic")}
          onChange={(event) => onChange({ topic: event.currentTarget.value })}
        />
        <TagsInput
          className={classes.whole}
          label="Write scope"
          description="Only these pages may change, as paths or patterns such as docs/guides/**. Empty: all that the project lets jobs write."
          placeholder={draft.paths.length === 0 ? "docs/guides/**" : undefined}
          value={draft.paths}
          error={errorOf("paths")}
          onChange={(paths) => onChange({ paths })}
        />
      </Part>
      {!isPreview && <PullRequestOptions {...{ draft, onChange, errorOf }} />}
      <Part title="Budget">
        <Limit label="Steps" name="maxSteps" {...{ draft, onChange, errorOf }} />
        <Limit label="Tokens" name="maxTokens" {...{ draft, onChange, errorOf }} />
        <Limit label="Cost" name="maxCostUsd" decimals={2} prefix="$" {...{ draft, onChange, errorOf }} />
        <Limit label="Minutes" name="timeoutMinutes" {...{ draft, onChange, errorOf }} />
      </Part>
    </Stack>
  );
}

function PullRequestOptions({ draft, onChange, errorOf }: Omit<Props, "projectId">) {
  return (
    <Part title="Pull request">
      <TextInput
        label="Title"
        placeholder="Written from the change"
        value={draft.title}
        error={errorOf("title")}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <TextInput
        label="Branch"
        placeholder="copydesk/…"
        value={draft.branch}
        error={errorOf("branch")}
        spellCheck={false}
        onChange={(event) => onChange({ branch: event.currentTarget.value })}
      />
      <TagsInput
        label="Labels"
        value={draft.labels}
        error={errorOf("labels")}
        onChange={(labels) => onChange({ labels })}
      />
      <TagsInput
        label="Reviewers"
        description="Names of accounts on the code host"
        inputWrapperOrder={["label", "input", "description", "error"]}
        value={draft.reviewers}
        error={errorOf("reviewers")}
        onChange={(reviewers) => onChange({ reviewers })}
      />
      <Checkbox
        label="Open it as a draft"
        checked={draft.asDraft}
        onChange={(event) => onChange({ asDraft: event.currentTarget.checked })}
      />
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.part}>
      <Text component="legend" size="sm" fw={600} mb={8}>
        {title}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
        {children}
      </SimpleGrid>
    </fieldset>
  );
}

type LimitName = "maxSteps" | "maxTokens" | "maxCostUsd" | "timeoutMinutes";

function Limit({
  label,
  name,
  draft,
  onChange,
  errorOf,
  decimals = 0,
  prefix,
}: Omit<Props, "projectId"> & { label: string; name: LimitName; decimals?: number; prefix?: string }) {
  return (
    <NumberInput
      label={label}
      placeholder="The project's limit"
      min={0}
      allowNegative={false}
      decimalScale={decimals}
      prefix={prefix}
      thousandSeparator=","
      hideControls
      value={draft[name]}
      error={errorOf(name === "timeoutMinutes" ? "budget.timeoutSeconds" : `budget.${name}`)}
      onChange={(value) => onChange({ [name]: typeof value === "number" ? value : "" })}
    />
  );
}
