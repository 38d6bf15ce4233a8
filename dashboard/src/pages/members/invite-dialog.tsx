import { Modal, Radio, Select, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { invitationsPath, invite, type Role, roles } from "../../api/members.ts";
import { useAction } from "../../api/use-api.ts";
import { DialogForm } from "../../parts/dialog-form.tsx";
import { useOrganisationField } from "../../parts/use-organisation-field.tsx";

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
  const organisation = useOrganisationField();
  const send = useAction(
    () =>
      invite({
        ...(email.trim() !== "" && { email: email.trim() }),
        ...{ role: role as Role, expiresInDays: Number(days), ...organisation.chosen },
      }),
    { invalidates: [invitationsPath], onSuccess: onInvited, showError: false },
  );
  return (
    <DialogForm
      action="Create the link"
      isPending={send.isPending}
      error={send.error}
      onClose={onClose}
      onSubmit={() => send.mutate()}
    >
      <TextInput
        label="E-mail address"
        description="Leave it empty to let the first person who opens the link join. Copydesk sends no mail: pass the link on yourself."
        type="email"
        data-autofocus
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      {organisation.field}
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
    </DialogForm>
  );
}
