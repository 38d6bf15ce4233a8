import { Alert, Badge, Button, Group, Menu, Paper, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useAction } from "../../api/use-api.ts";
import {
  changeWebhook,
  removeWebhook,
  rotateWebhook,
  type Webhook,
  webhooksPath,
} from "../../api/webhooks.ts";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { Time } from "../../parts/time.tsx";
import { Deliveries } from "./deliveries.tsx";

export interface WebhookCardProps {
  webhook: Webhook;
  mayChange: boolean;
  onSecret: (made: { secret: string }) => void;
}

export function WebhookCard({ webhook, mayChange, onSecret }: WebhookCardProps) {
  const [shows, setShows] = useState(false);
  return (
    <Paper withBorder radius="md" p="md" component="section" aria-label={`Webhook ${webhook.url}`}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div style={{ minWidth: 0, flex: "1 1 16rem" }}>
            <Group gap="xs">
              <Text fw={600} style={{ overflowWrap: "anywhere" }}>
                {webhook.url}
              </Text>
              <WebhookState webhook={webhook} />
            </Group>
            <Text size="sm" c="dimmed">
              {webhook.events.join(", ")}
            </Text>
          </div>
          {mayChange && <WebhookActions webhook={webhook} onSecret={onSecret} />}
        </Group>
        {webhook.disabledReason !== null && (
          <Alert color="yellow" variant="light">
            {webhook.disabledReason}
          </Alert>
        )}
        <Group justify="space-between">
          <Text size="xs" c="dimmed" component="div">
            Created <Time at={webhook.createdAt} />
          </Text>
          <Button variant="subtle" size="compact-sm" aria-expanded={shows} onClick={() => setShows(!shows)}>
            {shows ? "Hide deliveries" : "Show deliveries"}
          </Button>
        </Group>
        {shows && <Deliveries projectId={webhook.projectId} webhookId={webhook.id} mayReplay={mayChange} />}
      </Stack>
    </Paper>
  );
}

function WebhookState({ webhook }: { webhook: Webhook }) {
  if (webhook.disabledAt !== null)
    return (
      <Badge color="gray" tt="none">
        Disabled
      </Badge>
    );
  if (webhook.failingSince !== null)
    return (
      <Badge color="red" variant="light" tt="none">
        Failing
      </Badge>
    );
  return (
    <Badge color="green" variant="light" tt="none">
      Enabled
    </Badge>
  );
}

type Asked = "rotate" | "remove" | null;

function WebhookActions({ webhook, onSecret }: Omit<WebhookCardProps, "mayChange">) {
  const { projectId, id } = webhook;
  const invalidates = [webhooksPath(projectId)];
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => setAsked(null);
  const change = useAction((verb: "enable" | "disable") => changeWebhook(projectId, id, verb), {
    invalidates,
  });
  const ping = useAction(() => changeWebhook(projectId, id, "ping"), {
    invalidates,
    done: "A test message is on its way. Its attempt appears among the deliveries.",
  });
  const rotate = useAction(() => rotateWebhook(projectId, id), {
    invalidates,
    onSuccess: (made) => {
      close();
      onSecret(made);
    },
  });
  const remove = useAction(() => removeWebhook(projectId, id), {
    invalidates,
    done: "The webhook is removed.",
    onSuccess: close,
  });
  const isDisabled = webhook.disabledAt !== null;
  return (
    <Group gap="xs">
      <Button
        size="compact-sm"
        variant="default"
        loading={ping.isPending}
        disabled={isDisabled}
        onClick={() => ping.mutate()}
      >
        Send a test
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate(isDisabled ? "enable" : "disable")}
      >
        {isDisabled ? "Enable" : "Disable"}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="compact-sm" variant="default" aria-label={`More for ${webhook.url}`}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setAsked("rotate")}>Rotate the secret</Menu.Item>
          <Menu.Item c="var(--cd-bad)" onClick={() => setAsked("remove")}>
            Remove
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={asked === "rotate"}
        title="Rotate the secret"
        action="Create a new secret"
        isPending={rotate.isPending}
        onClose={close}
        onConfirm={() => rotate.mutate()}
      >
        Messages are signed with the new secret at once, and with the old one too for 24 hours.
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === "remove"}
        title="Remove this webhook"
        action="Remove the webhook"
        isPending={remove.isPending}
        onClose={close}
        onConfirm={() => remove.mutate()}
      >
        {`Nothing is sent to ${webhook.url} any more, and its deliveries are deleted.`}
      </ConfirmDialog>
    </Group>
  );
}
