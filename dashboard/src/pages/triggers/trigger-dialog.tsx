import { Modal } from "@mantine/core";
import { useState } from "react";
import { changeTrigger, createTrigger, type Trigger, triggersPath } from "../../api/triggers.ts";
import { useAction } from "../../api/use-api.ts";
import { DialogForm } from "../../parts/dialog-form.tsx";
import { TextField } from "../../parts/text-field.tsx";
import { AskFields, KindSelect, SettingFields } from "./trigger-fields.tsx";
import { emptyForm, toBody, toForm, withKind } from "./trigger-form.ts";

export interface TriggerDialogProps {
  opened: boolean;
  projectId: string;
  /** Trigger being changed; null for a new one. */
  trigger: Trigger | null;
  onClose: () => void;
  /** Receives the secret and the address, shown only once; a schedule has no secret (null). */
  onCreated?: (secret: string | null, url: string | null) => void;
}

export function TriggerDialog({ opened, ...rest }: TriggerDialogProps) {
  const title = rest.trigger === null ? "Create a trigger" : `Change ${rest.trigger.name}`;
  return (
    <Modal opened={opened} onClose={rest.onClose} title={title} size="lg">
      <TriggerQuestions {...rest} />
    </Modal>
  );
}

function TriggerQuestions({ projectId, trigger, onClose, onCreated }: Omit<TriggerDialogProps, "opened">) {
  const [form, setForm] = useState(() => (trigger === null ? emptyForm(ownTimeZone()) : toForm(trigger)));
  const set = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }));
  const save = useAction(() => store(projectId, trigger, toBody(form)), {
    invalidates: [triggersPath(projectId)],
    ...(trigger !== null && { done: "The trigger is changed." }),
    onSuccess: (made) => {
      onClose();
      if (made !== null) onCreated?.(made.secret, made.deliveryUrl);
    },
    showError: false,
  });
  const isReady = form.name.trim() !== "" && form.prompt.trim() !== "";
  return (
    <DialogForm
      action={trigger === null ? "Create the trigger" : "Save"}
      isReady={isReady}
      isPending={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={() => save.mutate()}
    >
      <TextField
        label="Name"
        required
        maxLength={80}
        data-autofocus
        value={form.name}
        onValue={(name) => set({ name })}
      />
      {trigger === null && (
        <KindSelect form={form} onKind={(kind) => setForm((before) => withKind(before, kind))} />
      )}
      <SettingFields form={form} set={set} />
      <AskFields form={form} set={set} isNew={trigger === null} />
    </DialogForm>
  );
}

async function store(projectId: string, trigger: Trigger | null, body: ReturnType<typeof toBody>) {
  if (trigger === null) return await createTrigger(projectId, body);
  const { kind: _kind, ...change } = body;
  await changeTrigger(trigger, change);
  return null;
}

function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
