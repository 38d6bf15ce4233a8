import { Button, Group, Modal, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { CreateShareLinkAnswer, ListShareLinksAnswer } from "../../../../sdk/src/generated-types.ts";
import { api } from "../../api/client.ts";
import { useAction, useApi } from "../../api/use-api.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { OnceValue } from "../../parts/shown-once.tsx";
import { Time } from "../../parts/time.tsx";
import { authorName } from "../jobs/author-name.ts";

const ends = [
  { value: "1", label: "in a day" },
  { value: "7", label: "in a week" },
  { value: "30", label: "in a month" },
  { value: "90", label: "in three months" },
];

/** Manages links by which people without an account may read this job. */
export function ShareDialog({
  opened,
  onClose,
  path,
}: {
  opened: boolean;
  onClose: () => void;
  path: string;
}) {
  const [days, setDays] = useState("7");
  const links = `${path}/share-links`;
  const { data, error } = useApi<ListShareLinksAnswer>(opened ? links : null);
  const create = useAction(() => api.post<CreateShareLinkAnswer>(links, { expiresInDays: Number(days) }), {
    invalidates: [links],
    showError: false,
  });
  const revoke = useAction((id: string) => api.delete(`${links}/${encodeURIComponent(id)}`), {
    invalidates: [links],
    done: "Revoked. The link opens nothing any more.",
  });
  const close = () => {
    create.reset();
    onClose();
  };
  const shown = data?.data ?? [];
  return (
    <Modal opened={opened} onClose={close} title="Share this job" size="lg">
      <Stack>
        <Text size="sm">
          Anyone with the link can read this job and its changes without an account, and nothing else.
        </Text>
        <Group align="end">
          <Select
            label="The link ends"
            data={ends}
            value={days}
            allowDeselect={false}
            onChange={(value) => setDays(value ?? "7")}
          />
          <Button onClick={() => create.mutate()} loading={create.isPending}>
            Create a link
          </Button>
        </Group>
        {create.error && <ErrorAlert error={create.error} />}
        {create.data && (
          <OnceValue
            what="Share link"
            value={create.data.url}
            about="Send it to the people who should read this job. It is not shown again."
          />
        )}
        {error && <ErrorAlert error={error} />}
        {shown.map((link) => (
          <Group key={link.id} justify="space-between" wrap="nowrap">
            <Text size="sm">
              Made by {authorName(link.createdBy)}, ends <Time at={link.expiresAt} />
              {link.lastUsedAt === null ? ", never opened" : ", last opened "}
              {link.lastUsedAt !== null && <Time at={link.lastUsedAt} />}
            </Text>
            <Button
              flex="none"
              variant="subtle"
              color="red"
              size="compact-sm"
              onClick={() => revoke.mutate(link.id)}
            >
              Revoke
            </Button>
          </Group>
        ))}
        {data && shown.length === 0 && (
          <Text size="sm" c="dimmed">
            There is no link to this job.
          </Text>
        )}
      </Stack>
    </Modal>
  );
}
