import { Modal, NumberInput, Select, SimpleGrid, TagsInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { keyOperations, type NewKeyResponse } from "../../api/keys.ts";
import { useAction } from "../../api/use-api.ts";
import { DialogForm } from "../../parts/dialog-form.tsx";
import { useOrganisationField } from "../../parts/use-organisation-field.tsx";
import { GrantChoice } from "./grant-choice.tsx";
import { emptyKeyForm, type KeyForm, lifetimes, toApiKeyBody, toManagementKeyBody } from "./key-form.ts";

export interface CreateKeyDialogProps {
  opened: boolean;
  projectId: string | null;
  onClose: () => void;
  onCreated: (created: NewKeyResponse) => void;
}

export function CreateKeyDialog({ opened, projectId, onClose, onCreated }: CreateKeyDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={projectId === null ? "Create a management key" : "Create an API key"}
    >
      <KeyFields projectId={projectId} onClose={onClose} onCreated={onCreated} />
    </Modal>
  );
}

function KeyFields({ projectId, onClose, onCreated }: Omit<CreateKeyDialogProps, "opened">) {
  const operations = keyOperations(projectId);
  const [form, setForm] = useState<KeyForm>({
    ...emptyKeyForm,
    grants: projectId === null ? [] : ["read", "write"],
  });
  const set = (change: Partial<KeyForm>) => setForm((before) => ({ ...before, ...change }));
  const organisation = useOrganisationField();
  const toBody = () =>
    projectId === null ? { ...toManagementKeyBody(form), ...organisation.chosen } : toApiKeyBody(form);
  const create = useAction(() => operations.create(toBody()), {
    invalidates: [operations.path],
    onSuccess: onCreated,
    showError: false,
  });
  return (
    <DialogForm
      action="Create the key"
      isReady={form.name.trim() !== "" && form.grants.length > 0}
      isPending={create.isPending}
      error={create.error}
      onClose={onClose}
      onSubmit={() => create.mutate()}
    >
      <TextInput
        label="Name"
        description="What will use it. The name is shown with everything the key does."
        placeholder="ci"
        required
        maxLength={100}
        data-autofocus
        value={form.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <GrantChoice
        isManagement={projectId === null}
        value={form.grants}
        onChange={(grants) => set({ grants })}
      />
      {projectId === null && organisation.field}
      <Select
        label="Expires after"
        data={[...lifetimes]}
        value={form.lifetime}
        allowDeselect={false}
        onChange={(lifetime) => set({ lifetime: lifetime ?? "90" })}
      />
      <TagsInput
        label="Allowed addresses"
        description="IP addresses or ranges such as 203.0.113.0/24. Empty: from everywhere."
        value={form.allowedIps}
        onChange={(allowedIps) => set({ allowedIps })}
      />
      {projectId !== null && <CapFields form={form} set={set} />}
    </DialogForm>
  );
}

function CapFields({ form, set }: { form: KeyForm; set: (change: Partial<KeyForm>) => void }) {
  const toCap = (value: number | string) => (value === "" ? "" : Number(value));
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NumberInput
        label="Tokens in a month"
        placeholder="No cap"
        min={1}
        allowDecimal={false}
        thousandSeparator=","
        value={form.monthlyTokens}
        onChange={(value) => set({ monthlyTokens: toCap(value) })}
      />
      <NumberInput
        label="Cost in a month"
        placeholder="No cap"
        min={0.01}
        decimalScale={2}
        prefix="$"
        value={form.monthlyCostUsd}
        onChange={(value) => set({ monthlyCostUsd: toCap(value) })}
      />
    </SimpleGrid>
  );
}
