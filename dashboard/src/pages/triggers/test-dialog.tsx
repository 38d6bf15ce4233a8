import { Alert, Button, Code, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { type Trigger, type TriggerTest, testTrigger, triggersPath } from "../../api/triggers.ts";
import { useAction } from "../../api/use-api.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { Facts } from "../../parts/facts.tsx";
import { TextLink } from "../../parts/links.tsx";
import { TextField } from "../../parts/text-field.tsx";

export interface TestDialogProps {
  opened: boolean;
  trigger: Trigger;
  onClose: () => void;
}

/** Shows what a trigger would ask for; then, on request, asks for it. */
export function TestDialog({ opened, trigger, onClose }: TestDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Test ${trigger.name}`} size="lg">
      <TestRun trigger={trigger} />
    </Modal>
  );
}

function TestRun({ trigger }: { trigger: Trigger }) {
  const [event, setEvent] = useState({ ref: "", page: "", text: "" });
  const set = (part: Partial<typeof event>) => setEvent((before) => ({ ...before, ...part }));
  const given = Object.fromEntries(Object.entries(event).filter(([, value]) => value.trim() !== ""));
  const test = useAction((start: boolean) => testTrigger(trigger, { event: given, start }), {
    invalidates: [triggersPath(trigger.projectId)],
    showError: false,
  });
  const { kind } = trigger;
  return (
    <Stack>
      <Text size="sm">
        Nothing starts until you say so. What you leave empty is an example of the trigger's kind.
      </Text>
      {(kind === "source_change" || kind === "release") && (
        <TextField
          label={kind === "release" ? "Tag" : "Branch"}
          placeholder={kind === "release" ? "v1.2.3" : "main"}
          value={event.ref}
          onValue={(ref) => set({ ref })}
        />
      )}
      {kind === "page_feedback" && (
        <TextField label="Page" placeholder="/guide" value={event.page} onValue={(page) => set({ page })} />
      )}
      {kind !== "schedule" && (
        <Textarea
          label={kind === "page_feedback" ? "What the reader wrote" : "Text of the event"}
          autosize
          minRows={2}
          maxRows={8}
          value={event.text}
          onChange={({ currentTarget }) => set({ text: currentTarget.value })}
        />
      )}
      <Group>
        <Button
          variant="default"
          loading={test.isPending}
          onClick={() => test.mutate(false)}
          data-autofocus={kind === "schedule" || undefined}
        >
          Show what it would ask
        </Button>
      </Group>
      {test.error && <ErrorAlert error={test.error} />}
      {test.data && <Outcome trigger={trigger} result={test.data} onStart={() => test.mutate(true)} />}
    </Stack>
  );
}

interface OutcomeProps {
  trigger: Trigger;
  result: TriggerTest;
  onStart: () => void;
}

function Outcome({ trigger: { projectId }, result, onStart }: OutcomeProps) {
  const { prompt, topic, ignored, overlaps, started } = result;
  return (
    <Stack gap="sm" aria-live="polite">
      {ignored !== null && (
        <Alert color="yellow" variant="light" title="Such an event starts nothing">
          {`Because ${ignored}.`}
        </Alert>
      )}
      {started && (
        <Alert color="green" variant="light" title="It is started">
          The job appears in the history within seconds.
        </Alert>
      )}
      <Facts facts={[["Topic", topic]]} />
      <div>
        <Text size="sm" fw={600} mb={4}>
          Prompt
        </Text>
        <Code block style={{ whiteSpace: "pre-wrap" }}>
          {prompt}
        </Code>
      </div>
      {overlaps.map(({ jobId, paths }) => (
        <Text key={jobId} size="sm">
          <TextLink to={`/projects/${projectId}/jobs/${jobId}/review`}>An open pull request</TextLink>
          {` changes ${paths.slice(0, 3).join(", ")} already.`}
        </Text>
      ))}
      {!started && ignored === null && (
        <Group justify="flex-end">
          <Button onClick={onStart}>Start the job</Button>
        </Group>
      )}
    </Stack>
  );
}
