import { Code, Modal, Text, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { DialogForm } from "./dialog-form.tsx";

export interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  /** Label of the button: its action, such as "Revoke the key". */
  action: string;
  /** If given, this text must be typed before the button works. */
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

function Question({ children, typed, danger = true, onConfirm, ...rest }: ConfirmDialogProps) {
  const [text, setText] = useState("");
  const isReady = typed === undefined || text.trim() === typed;
  return (
    <DialogForm {...rest} danger={danger} isReady={isReady} onSubmit={onConfirm}>
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
    </DialogForm>
  );
}
