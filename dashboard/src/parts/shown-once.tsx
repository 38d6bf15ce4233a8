import { Alert, Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { CodeBlock } from "./code-block.tsx";

export interface ShownOnceProps {
  title: string;
  /** Name of the value: "API key", "Invitation link". Null closes the dialog. */
  what: string;
  value: string | null;
  /** What to do with it. */
  about: string;
  children?: ReactNode;
  onClose: () => void;
}

/** Shows a value that the service does not return again. A click next to the dialog does not close it. */
export function ShownOnce({ title, what, value, about, children, onClose }: ShownOnceProps) {
  return (
    <Modal opened={value !== null} onClose={onClose} title={title} size="lg" closeOnClickOutside={false}>
      <Stack>
        <OnceValue what={what} value={value ?? ""} about={about} />
        {children}
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            It is not shown again.
          </Text>
          <Button onClick={onClose}>I have copied it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** The value itself, with what to do with it. */
export function OnceValue({ what, value, about }: { what: string; value: string; about: string }) {
  return (
    <>
      <Alert color="yellow" variant="light" title="Copy it now">
        {about}
      </Alert>
      <CodeBlock code={value} label={what} />
    </>
  );
}
