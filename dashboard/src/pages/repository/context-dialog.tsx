import { Checkbox, Modal, Switch, Textarea } from "@mantine/core";
import { useState } from "react";
import { addContext, type ContextRepository, changeContext, contextPath } from "../../api/context.ts";
import { isProblem } from "../../api/problem-error.ts";
import { useAction } from "../../api/use-api.ts";
import { DialogForm } from "../../parts/dialog-form.tsx";
import { TextField } from "../../parts/text-field.tsx";
import { type ContextForm, nameIn, toContextBody, toContextForm } from "./context-form.ts";
import { CredentialFields } from "./credential-fields.tsx";

export interface ContextDialogProps {
  opened: boolean;
  projectId: string;
  /** Repository being changed; null for a new one. */
  repository: ContextRepository | null;
  onClose: () => void;
}

export function ContextDialog({ opened, ...rest }: ContextDialogProps) {
  const title = rest.repository === null ? "Add a context repository" : `Change ${rest.repository.name}`;
  return (
    <Modal opened={opened} onClose={rest.onClose} title={title} size="lg">
      <ContextQuestions {...rest} />
    </Modal>
  );
}

function ContextQuestions({ projectId, repository: stored, onClose }: Omit<ContextDialogProps, "opened">) {
  const [form, setForm] = useState(() => toContextForm(stored));
  const set = (part: Partial<ContextForm>) => setForm((before) => ({ ...before, ...part }));
  const save = useAction(() => store(projectId, stored, form), {
    invalidates: [contextPath(projectId)],
    done: stored === null ? "Jobs that begin now can read it." : "The context repository is changed.",
    onSuccess: onClose,
    showError: false,
  });
  const isUnreadable = isProblem(
    save.error,
    ...["repository_unreachable", "repository_empty", "ref_not_found"],
  );
  return (
    <DialogForm
      action={stored === null ? "Add it" : "Save"}
      isReady={form.repository.trim() !== "" && nameIn(form).trim() !== ""}
      isPending={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={() => save.mutate()}
    >
      <PlaceFields form={form} set={set} isNew={stored === null} />
      <Switch
        label={stored?.connected ? "Replace its credentials" : "It needs credentials"}
        checked={form.hasCredentials}
        onChange={({ currentTarget }) => set({ hasCredentials: currentTarget.checked })}
      />
      {form.hasCredentials && (
        <CredentialFields
          form={form.credentials}
          isGithub={form.repository.includes("github.com")}
          isReadOnly
          onChange={(credentials) => set({ credentials })}
        />
      )}
      {isUnreadable && (
        <Checkbox
          label="Store it although it cannot be read now"
          checked={form.anyway}
          onChange={({ currentTarget }) => set({ anyway: currentTarget.checked })}
        />
      )}
    </DialogForm>
  );
}

async function store(projectId: string, stored: ContextRepository | null, form: ContextForm): Promise<void> {
  const ref = form.ref.trim();
  const body = toContextBody(form);
  if (stored !== null) await changeContext(stored, { ...body, ref: ref === "" ? null : ref });
  else
    await addContext(projectId, {
      ...{ ...body, repository: form.repository.trim() },
      ...(ref !== "" && { ref }),
    });
}

interface PlaceFieldsProps {
  form: ContextForm;
  set: (part: Partial<ContextForm>) => void;
  isNew: boolean;
}

function PlaceFields({ form, set, isNew }: PlaceFieldsProps) {
  return (
    <>
      {isNew && (
        <TextField
          label="Repository"
          description="The address that you clone, over https or ssh. Jobs read it and never write there."
          placeholder="https://github.com/example/api"
          required
          data-autofocus
          value={form.repository}
          onValue={(repository) => set({ repository })}
        />
      )}
      <TextField
        label="Name"
        description="What jobs call it; citations begin with it. Lowercase letters, digits, - and _."
        required
        maxLength={40}
        value={nameIn(form)}
        onValue={(name) => set({ name })}
      />
      <TextField
        label="Branch"
        placeholder="The default branch"
        value={form.ref}
        onValue={(ref) => set({ ref })}
      />
      <Textarea
        label="Only these files"
        description="Globs, one per line. Empty: everything."
        placeholder={"src/**\nopenapi.yaml"}
        autosize
        minRows={2}
        maxRows={8}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        value={form.include}
        onChange={({ currentTarget }) => set({ include: currentTarget.value })}
      />
    </>
  );
}
