import { Checkbox, Modal, SimpleGrid, TextInput } from "@mantine/core";
import { useState } from "react";
import { useAction } from "../../api/use-api.ts";
import { createWebhook, webhookEvents, webhooksPath } from "../../api/webhooks.ts";
import { DialogForm } from "../../parts/dialog-form.tsx";

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
  const [events, setEvents] = useState<string[]>(
    webhookEvents.filter((event) => !event.startsWith("trigger.")),
  );
  const create = useAction(() => createWebhook(projectId, { url: url.trim(), events }), {
    invalidates: [webhooksPath(projectId)],
    onSuccess: onCreated,
    showError: false,
  });
  return (
    <DialogForm
      action="Create the webhook"
      isReady={url.trim() !== "" && events.length > 0}
      isPending={create.isPending}
      error={create.error}
      onClose={onClose}
      onSubmit={() => create.mutate()}
    >
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
    </DialogForm>
  );
}
