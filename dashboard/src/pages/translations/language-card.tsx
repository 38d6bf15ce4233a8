import { Badge, Button, Group, Paper, Progress, Stack, Text, Title } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { JobRecord } from "../../../../sdk/src/generated-types.ts";
import { newIdempotencyKey } from "../../../../sdk/src/new-idempotency-key.ts";
import { writeTranslationRequest } from "../../../../src/translations/translation-request.ts";
import { api } from "../../api/client.ts";
import { inboxPath } from "../../api/inbox.ts";
import {
  type ListedJobPage,
  languageJobsPath,
  type TranslationState,
  topicOf,
} from "../../api/translations.ts";
import { useAction, useApi } from "../../api/use-api.ts";
import { LinkButton } from "../../parts/links.tsx";
import { UnfoldButton } from "../../parts/unfold-button.tsx";
import { nameLanguage } from "./name-language.ts";
import { StalePages } from "./stale-pages.tsx";
import { UnknownPages } from "./unknown-pages.tsx";

export interface LanguageCardProps {
  projectId: string;
  state: TranslationState;
  mayStart: boolean;
}

const shownMax = 8;

export function LanguageCard({ projectId, state, mayStart }: LanguageCardProps) {
  const [showsAll, setShowsAll] = useState(false);
  const { language, stale, unknown } = state;
  const name = nameLanguage(language);
  return (
    <Paper withBorder radius="md" p="lg" component="section" aria-label={name}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div>
            <Group gap="xs">
              <Title order={2}>{name}</Title>
              <Badge variant="light" color="gray" tt="none">
                {language}
              </Badge>
            </Group>
            <Text size="sm" c="dimmed">
              {describe(state)}
            </Text>
          </div>
          <Actions projectId={projectId} state={state} mayStart={mayStart} />
        </Group>
        <Share state={state} />
        {stale.length > 0 && (
          <StalePages language={name} pages={showsAll ? stale : stale.slice(0, shownMax)} />
        )}
        {stale.length > shownMax && (
          <Group>
            <UnfoldButton
              isOpen={showsAll}
              onToggle={setShowsAll}
              labels={{ show: `Show all ${stale.length} pages`, hide: "Show fewer" }}
            />
          </Group>
        )}
        {unknown.length > 0 && <UnknownPages pages={unknown} />}
        {state.isRecordBroken && (
          <Text size="sm">
            What Copydesk noted about this language cannot be read; the repository's history is used instead.
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

function describe({ current, stale, unknown }: TranslationState): string {
  const pages = current + stale.length + unknown.length;
  if (stale.length > 0)
    return `${stale.length} of ${pages === 1 ? "1 page" : `${pages} pages`} behind the source`;
  if (unknown.length === 0) return pages === 1 ? "1 page, up to date" : `${pages} pages, all up to date`;
  return `${current} of ${pages} pages up to date`;
}

function Share({ state: { language, current, stale, unknown } }: { state: TranslationState }) {
  const pages = current + stale.length + unknown.length;
  const percent = (count: number) => (100 * count) / Math.max(1, pages);
  return (
    <Progress.Root size="sm" aria-hidden="true" key={language}>
      <Progress.Section value={percent(current)} color="green" />
      <Progress.Section value={percent(stale.length)} color="yellow" />
    </Progress.Root>
  );
}

function Actions({ projectId, state: { language, stale }, mayStart }: LanguageCardProps) {
  const { data } = useApi<ListedJobPage>(languageJobsPath(projectId, language), { everyMs: 10_000 });
  const start = useStart(projectId, language);
  const job = data?.data[0];
  const isRunning = job?.status === "active";
  const isOpen = job?.pullRequest?.state === "open";
  const page = job && `/projects/${projectId}/jobs/${job.id}`;
  const name = nameLanguage(language);
  return (
    <Group gap="xs">
      {page && isOpen && !isRunning && (
        <LinkButton to={`${page}/review`} variant="default" aria-label={`Review the changes: ${name}`}>
          Review the changes
        </LinkButton>
      )}
      {page && isRunning && (
        <LinkButton to={page} variant="default" aria-label={`Watch the job: ${name}`}>
          Watch the job
        </LinkButton>
      )}
      {mayStart && stale.length > 0 && !isRunning && (
        <Button
          loading={start.isPending}
          onClick={() => start.mutate()}
          aria-label={`Bring up to date: ${name}`}
        >
          Bring up to date
        </Button>
      )}
    </Group>
  );
}

function useStart(projectId: string, language: string) {
  const navigate = useNavigate();
  return useAction(
    () =>
      api.post<JobRecord>(
        `/v2/agent/${projectId}/job`,
        { prompt: writeTranslationRequest([language]), topic: topicOf(language) },
        { idempotencyKey: newIdempotencyKey() },
      ),
    {
      invalidates: [inboxPath, "/v2/manage/jobs"],
      onSuccess: ({ id }) => void navigate({ to: `/projects/${projectId}/jobs/${id}` as string }),
    },
  );
}
