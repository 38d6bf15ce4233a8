import { Button, Group, Stack } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import classes from "./dialog-form.module.css";
import { ErrorAlert } from "./error-alert.tsx";

export interface DialogFormProps {
  children: ReactNode;
  /** Label of the button: its action, such as "Create the webhook". */
  action: string;
  danger?: boolean;
  /** False while something is missing. */
  isReady?: boolean;
  isPending?: boolean | undefined;
  error?: Error | null | undefined;
  onClose: () => void;
  onSubmit: () => void;
}

/** Form of a dialog: its fields, the error if any, and two buttons. */
export function DialogForm(props: DialogFormProps) {
  const { children, action, danger = false, isReady = true, isPending, error, onClose, onSubmit } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onSubmit();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {children}
        {error && <ErrorAlert error={error} />}
        <Group justify="flex-end" gap="xs" className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color={danger ? "red" : undefined} disabled={!isReady} loading={isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
