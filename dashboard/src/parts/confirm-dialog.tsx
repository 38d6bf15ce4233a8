import { Button, Code, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { ErrorAlert } from "./error-alert.tsx";

export interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  /** Of the button: what it does, such as "Revoke the key". */
  action: string;
  /** When given, it has to be typed before the button works. */
  typed?: string;
  danger?: boolean;
  isPending?: boolean;
  error?: Error | null;
  onConfirm: () => void;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title}>
      <Question {...props} />
    </Modal>
  );
}

function Question({
  children,
  action,
  typed,
  danger = true,
  isPending,
  error,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [text, setText] = useState("");
  const isReady = typed === undefined || text.trim() === typed;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onConfirm();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm" component="div">
          {children}
        </Text>
        {typed !== undefined && (
          <TextInput
            data-autofocus
            label={
              <>
                Type <Code>{typed}</Code> to confirm
              </>
            }
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            spellCheck={false}
          />
        )}
        {error && <ErrorAlert error={error} />}
        <Group justify="flex-end" gap="xs">
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
