import { Alert, Button, Code, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { stopTriggers, type Triggers, triggersPath } from "../../api/triggers.ts";
import { useAction, useApi } from "../../api/use-api.ts";
import { useCan, useMe } from "../../frame/me-context.ts";
import { useProject } from "../../frame/use-project.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { reachableAddress } from "../../parts/instance-address.ts";
import { PageBody } from "../../parts/page-body.tsx";
import { PageHeader } from "../../parts/page-header.tsx";
import { useShownOnce } from "../../parts/use-shown-once.tsx";
import { SlackCard } from "./slack-card.tsx";
import { TriggerCard } from "./trigger-card.tsx";
import { TriggerDialog } from "./trigger-dialog.tsx";

const secretWords = {
  title: "The trigger's secret",
  what: "Trigger secret",
  about: "The sender signs deliveries with it. Enter it where you enter the address.",
};

export default function TriggersPage() {
  const { projectId } = useProject();
  const { publicUrl } = useMe();
  const mayChange = useCan("projects:write");
  const { data, error } = useApi<Triggers>(projectId && triggersPath(projectId), { everyMs: 10_000 });
  const [isCreating, setCreating] = useState(false);
  const [address, setAddress] = useState<string | null>(null);
  const secret = useShownOnce(secretWords, () => address !== null && <Address url={address} />);
  if (projectId === null) return null;
  const show = (text: string | null, url: string | null) => {
    setAddress(url && reachableAddress(url, publicUrl));
    if (text !== null) secret.show(text);
  };
  return (
    <PageBody>
      <PageHeader
        title="Triggers"
        description="Jobs that nobody has to ask for: on a schedule, when another repository changes, after a release, for a mention, or for what readers say about a page."
        actions={
          mayChange && (
            <Group gap="xs">
              {data && data.data.length > 0 && !data.stopped && <StopAll projectId={projectId} />}
              <Button onClick={() => setCreating(true)}>Create a trigger</Button>
            </Group>
          )
        }
      />
      <Stack gap="lg">
        {error && <ErrorAlert error={error} />}
        {data?.stopped && <Stopped projectId={projectId} mayChange={mayChange} />}
        {data?.data.length === 0 && (
          <EmptyState title="No trigger yet">
            Start with a schedule, such as “Fix broken links” every Monday at six, or have each push to the
            product's repository documented here.
          </EmptyState>
        )}
        {data?.data.map((trigger) => (
          <TriggerCard
            key={trigger.id}
            trigger={trigger}
            mayChange={mayChange}
            onSecret={(text) => show(text, trigger.deliveryUrl)}
          />
        ))}
        <SlackCard projectId={projectId} mayChange={mayChange} />
      </Stack>
      <TriggerDialog
        opened={isCreating}
        projectId={projectId}
        trigger={null}
        onClose={() => setCreating(false)}
        onCreated={show}
      />
      {secret.dialog}
    </PageBody>
  );
}

function useStopAll(projectId: string) {
  return useAction((stop: boolean) => stopTriggers(projectId, stop), {
    invalidates: [triggersPath(projectId)],
  });
}

/** One switch for all of them, in case too much happens at once. */
function StopAll({ projectId }: { projectId: string }) {
  const turn = useStopAll(projectId);
  return (
    <Button variant="default" loading={turn.isPending} onClick={() => turn.mutate(true)}>
      Stop all triggers
    </Button>
  );
}

function Stopped({ projectId, mayChange }: { projectId: string; mayChange: boolean }) {
  const turn = useStopAll(projectId);
  return (
    <Alert color="yellow" variant="light" title="All triggers are stopped">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">What happens meanwhile is noted in their histories and starts nothing.</Text>
        {mayChange && (
          <Button size="compact-sm" loading={turn.isPending} onClick={() => turn.mutate(false)}>
            Resume all triggers
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

function Address({ url }: { url: string }) {
  return (
    <div>
      <Text size="sm" mb={4}>
        Deliveries go to this address, which stays on the page:
      </Text>
      <Group gap={4} wrap="nowrap">
        <Code style={{ overflowWrap: "anywhere" }}>{url}</Code>
        <CopyButton value={url} name="the address" />
      </Group>
    </div>
  );
}
