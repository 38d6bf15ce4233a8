import { Button, Group, Modal, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { KeyOperations, NewKeyResponse } from "../../api/keys.ts";
import { useAction } from "../../api/use-api.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { overlaps } from "./key-form.ts";
import type { KeyRow } from "./key-row.ts";

export interface RotateKeyDialogProps {
  row: KeyRow;
  operations: KeyOperations;
  onClose: () => void;
  onRotated: (created: NewKeyResponse) => void;
}

export function RotateKeyDialog({ row, operations, onClose, onRotated }: RotateKeyDialogProps) {
  const [overlap, setOverlap] = useState("24");
  const rotate = useAction(() => operations.rotate(row.id, Number(overlap)), {
    invalidates: [operations.path],
    onSuccess: onRotated,
    showError: false,
  });
  return (
    <Modal opened onClose={onClose} title={`Rotate ${row.name}`}>
      <Stack>
        <Text size="sm">
          A new key with the same name, rights, addresses and lifetime is made. The old one works on until it
          ends, so that nothing breaks while you replace it.
        </Text>
        <Select
          label="The old key ends"
          data={[...overlaps]}
          value={overlap}
          allowDeselect={false}
          onChange={(value) => setOverlap(value ?? "24")}
        />
        {rotate.error && <ErrorAlert error={rotate.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={rotate.isPending} onClick={() => rotate.mutate()}>
            Make the new key
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
