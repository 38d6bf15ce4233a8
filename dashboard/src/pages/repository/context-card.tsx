import { Alert, Button, Code, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { type ContextRepository, contextPath, removeContext, testContext } from "../../api/context.ts";
import { useAction, useApi } from "../../api/use-api.ts";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { SectionCard } from "../../parts/section-card.tsx";
import { ContextDialog } from "./context-dialog.tsx";
import classes from "./repository.module.css";

export interface ContextCardProps {
  projectId: string;
  mayChange: boolean;
}

/** Repositories that jobs read besides the documentation, such as the code that it describes. */
export function ContextCard({ projectId, mayChange }: ContextCardProps) {
  const { data, error } = useApi<{ data: ContextRepository[] }>(contextPath(projectId));
  const [isAdding, setAdding] = useState(false);
  return (
    <SectionCard
      title="Context repositories"
      about="Other repositories that jobs read and never write, such as the code that the pages describe. What a change rests on is cited from them in the review."
    >
      <Stack>
        {error && <ErrorAlert error={error} />}
        {!data && !error && <Skeleton height={40} />}
        {data?.data.length === 0 && (
          <Text size="sm">None: jobs know what the documentation and the prompt say.</Text>
        )}
        {data && data.data.length > 0 && (
          <ul className={classes.contexts} aria-label="Context repositories">
            {data.data.map((repository) => (
              <li key={repository.id}>
                <OneRepository repository={repository} mayChange={mayChange} />
              </li>
            ))}
          </ul>
        )}
        {mayChange && (
          <Group>
            <Button variant="default" onClick={() => setAdding(true)}>
              Add a context repository
            </Button>
          </Group>
        )}
      </Stack>
      <ContextDialog
        opened={isAdding}
        projectId={projectId}
        repository={null}
        onClose={() => setAdding(false)}
      />
    </SectionCard>
  );
}

interface OneRepositoryProps {
  repository: ContextRepository;
  mayChange: boolean;
}

function OneRepository({ repository, mayChange }: OneRepositoryProps) {
  const { name, ref, include, connected } = repository;
  const test = useAction(() => testContext(repository), { showError: false });
  const globs = include.length === 0 ? "everything" : include.join(", ");
  return (
    <Stack gap={6}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div className={classes.contextText}>
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <Text size="sm" className={classes.anywhere}>
            <Code>{repository.repository}</Code>
          </Text>
          <Text size="sm" c="dimmed" className={classes.anywhere}>
            {`${ref ?? "The default branch"}: ${globs}${connected ? "; credentials stored" : ""}`}
          </Text>
        </div>
        {mayChange && (
          <ContextActions repository={repository} isTesting={test.isPending} onTest={() => test.mutate()} />
        )}
      </Group>
      {test.error && <ErrorAlert error={test.error} />}
      {test.data && (
        <Alert color={test.data.ok ? "green" : "red"} variant="light" role="status">
          {test.data.message}
          {test.data.commit !== null && (
            <>
              {" A job would read "}
              <Code>{test.data.commit.slice(0, 12)}</Code> now.
            </>
          )}
        </Alert>
      )}
    </Stack>
  );
}

interface ContextActionsProps {
  repository: ContextRepository;
  isTesting: boolean;
  onTest: () => void;
}

function ContextActions({ repository, isTesting, onTest }: ContextActionsProps) {
  const { name, projectId } = repository;
  const [asked, setAsked] = useState<"change" | "remove" | null>(null);
  const close = () => setAsked(null);
  const remove = useAction(() => removeContext(repository), {
    invalidates: [contextPath(projectId)],
    done: "Jobs that begin now do not read it.",
    onSuccess: close,
  });
  const small = { size: "compact-sm", variant: "default" } as const;
  return (
    <Group gap="xs">
      <Button {...small} aria-label={`Test ${name}`} loading={isTesting} onClick={onTest}>
        Test
      </Button>
      <Button {...small} aria-label={`Change ${name}`} onClick={() => setAsked("change")}>
        Change
      </Button>
      <Button
        {...{ size: "compact-sm", variant: "light", color: "red" }}
        aria-label={`Remove ${name}`}
        onClick={() => setAsked("remove")}
      >
        Remove
      </Button>
      <ContextDialog
        opened={asked === "change"}
        projectId={projectId}
        repository={repository}
        onClose={close}
      />
      <ConfirmDialog
        opened={asked === "remove"}
        title={`Remove ${name}`}
        action="Remove it"
        isPending={remove.isPending}
        onClose={close}
        onConfirm={() => remove.mutate()}
      >
        Jobs that begin now do not read it any more. What earlier jobs cited stays on their records.
      </ConfirmDialog>
    </Group>
  );
}
