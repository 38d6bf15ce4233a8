import { Button, Group, Modal, Radio, Select, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { invitationsPath, invite, type Role, roles } from "../../api/members.ts";
import { useAction } from "../../api/use-api.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";

export interface InviteDialogProps {
  opened: boolean;
  onClose: () => void;
  onInvited: (made: { url: string }) => void;
}

export function InviteDialog({ opened, onClose, onInvited }: InviteDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Invite someone">
      <InviteFields onClose={onClose} onInvited={onInvited} />
    </Modal>
  );
}

function InviteFields({ onClose, onInvited }: Omit<InviteDialogProps, "opened">) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<string>("editor");
  const [days, setDays] = useState("7");
  const send = useAction(
    () =>
      invite({
        ...(email.trim() !== "" && { email: email.trim() }),
        ...{ role: role as Role, expiresInDays: Number(days) },
      }),
    { invalidates: [invitationsPath], onSuccess: onInvited, showError: false },
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <Stack>
        <TextInput
          label="E-mail address"
          description="Empty: whoever opens the link first. Copydesk sends no mail; you hand on the link."
          type="email"
          data-autofocus
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <Radio.Group label="Role" value={role} onChange={setRole}>
          <Stack gap="xs" mt="xs">
            {roles.map(({ value, label, about }) => (
              <Radio key={value} value={value} label={label} description={about} />
            ))}
          </Stack>
        </Radio.Group>
        <Select
          label="The link ends after"
          data={[
            { value: "1", label: "1 day" },
            { value: "7", label: "7 days" },
            { value: "30", label: "30 days" },
          ]}
          value={days}
          allowDeselect={false}
          onChange={(value) => setDays(value ?? "7")}
        />
        {send.error && <ErrorAlert error={send.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={send.isPending}>
            Make the link
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
