import { Button, Code, Group, Modal, PasswordInput, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { connectSlack, disconnectSlack, type SlackChannel, slackPath } from "../../api/slack.ts";
import { useAction, useApi } from "../../api/use-api.ts";
import { useMe } from "../../frame/me-context.ts";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { DialogForm } from "../../parts/dialog-form.tsx";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { reachableAddress } from "../../parts/instance-address.ts";
import { SectionCard } from "../../parts/section-card.tsx";
import { TextField } from "../../parts/text-field.tsx";

interface SlackCardProps {
  projectId: string;
  mayChange: boolean;
}

/** Manages Slack channels in which a mention starts a job. */
export function SlackCard({ projectId, mayChange }: SlackCardProps) {
  const { data, error } = useApi<{ data: SlackChannel[] }>(slackPath(projectId));
  const [isAdding, setAdding] = useState(false);
  return (
    <SectionCard
      title="Slack"
      about="Channels in which people ask for jobs by mentioning the app. Each thread is one job. Everyone who asks needs an account here with the same e-mail address."
    >
      <Stack>
        {error && <ErrorAlert error={error} />}
        {data?.data.length === 0 && <Text size="sm">No channel is connected.</Text>}
        {data?.data.map((channel) => (
          <Channel key={channel.id} channel={channel} mayChange={mayChange} />
        ))}
        {mayChange && (
          <Group>
            <Button variant="default" onClick={() => setAdding(true)}>
              Connect a channel
            </Button>
          </Group>
        )}
      </Stack>
      <Modal opened={isAdding} onClose={() => setAdding(false)} title="Connect a channel of Slack">
        <Questions projectId={projectId} onClose={() => setAdding(false)} />
      </Modal>
    </SectionCard>
  );
}

function Channel({ channel, mayChange }: { channel: SlackChannel; mayChange: boolean }) {
  const { teamName, channelId, projectId } = channel;
  const { publicUrl } = useMe();
  const [isAsked, setAsked] = useState(false);
  const address = reachableAddress(channel.requestUrl, publicUrl);
  const remove = useAction(() => disconnectSlack(channel), {
    invalidates: [slackPath(projectId)],
    done: "The channel is disconnected.",
    onSuccess: () => setAsked(false),
  });
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <div>
        <Text size="sm" fw={600}>
          {teamName} <Code>{channelId}</Code>
        </Text>
        <Group gap={4}>
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            Request URL of the app: <Code>{address}</Code>
          </Text>
          <CopyButton value={address} name="the Request URL" />
        </Group>
      </div>
      {mayChange && (
        <Button
          {...{ size: "compact-sm", variant: "light", color: "red" }}
          aria-label={`Disconnect ${channelId}`}
          onClick={() => setAsked(true)}
        >
          Disconnect
        </Button>
      )}
      <ConfirmDialog
        opened={isAsked}
        title={`Disconnect ${channelId}`}
        action="Disconnect it"
        isPending={remove.isPending}
        onClose={() => setAsked(false)}
        onConfirm={() => remove.mutate()}
      >
        Its token is forgotten. Jobs stay, and their threads hear nothing more.
      </ConfirmDialog>
    </Group>
  );
}

function Questions({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const [form, setForm] = useState({ channelId: "", botToken: "", signingSecret: "" });
  const set = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }));
  const save = useAction(() => connectSlack(projectId, form), {
    invalidates: [slackPath(projectId)],
    done: "The channel is connected. Enter the Request URL in the app's settings.",
    onSuccess: onClose,
    showError: false,
  });
  const isReady = Object.values(form).every((value) => value.trim() !== "");
  return (
    <DialogForm
      {...{ action: "Connect it", isReady, isPending: save.isPending, error: save.error, onClose }}
      onSubmit={() => save.mutate()}
    >
      <TextField
        label="Channel"
        description="Its id, such as C0123456789: at the end of the channel's details"
        value={form.channelId}
        onValue={(channelId) => set({ channelId: channelId.trim() })}
      />
      <PasswordInput
        label="Bot token"
        description="Bot User OAuth Token of the Slack app: xoxb-…"
        autoComplete="off"
        value={form.botToken}
        onChange={({ currentTarget }) => set({ botToken: currentTarget.value.trim() })}
      />
      <PasswordInput
        label="Signing secret"
        description="Under Basic Information of the Slack app"
        autoComplete="off"
        value={form.signingSecret}
        onChange={({ currentTarget }) => set({ signingSecret: currentTarget.value.trim() })}
      />
    </DialogForm>
  );
}
