import { Button, Checkbox, Group, Modal, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useAction } from "../../api/use-api.ts";
import { createWebhook, webhookEvents, webhooksPath } from "../../api/webhooks.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";

export interface CreateWebhookDialogProps {
  opened: boolean;
  projectId: string;
  onClose: () => void;
  onCreated: (created: { secret: string }) => void;
}

export function CreateWebhookDialog({ opened, ...rest }: CreateWebhookDialogProps) {
  return (
    <Modal opened={opened} onClose={rest.onClose} title="Create a webhook">
      <WebhookFields {...rest} />
    </Modal>
  );
}

function WebhookFields({ projectId, onClose, onCreated }: Omit<CreateWebhookDialogProps, "opened">) {
  const [url, setUrl] = useState("");
  const [events, setEvents] = useState<string[]>([...webhookEvents]);
  const create = useAction(() => createWebhook(projectId, { url: url.trim(), events }), {
    invalidates: [webhooksPath(projectId)],
    onSuccess: onCreated,
    showError: false,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <Stack>
        <TextInput
          label="Address"
          description="Takes POST requests and responds with a 2xx status within 15 seconds."
          placeholder="https://example.com/copydesk"
          type="url"
          required
          data-autofocus
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <Checkbox.Group label="Events" value={events} onChange={setEvents}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs" spacing="xs">
            {webhookEvents.map((event) => (
              <Checkbox key={event} value={event} label={event} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        {create.error && <ErrorAlert error={create.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={create.isPending}
            disabled={url.trim() === "" || events.length === 0}
          >
            Create the webhook
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
