import { Modal, Select, Text } from "@mantine/core";
import { useState } from "react";
import type { KeyOperations, NewKeyResponse } from "../../api/keys.ts";
import { useAction } from "../../api/use-api.ts";
import { DialogForm } from "../../parts/dialog-form.tsx";
import { overlaps } from "./key-form.ts";
import type { KeyRow } from "./key-row.ts";

export interface RotateKeyDialogProps {
  /** Null closes the dialog. */
  row: KeyRow | null;
  operations: KeyOperations;
  onClose: () => void;
  onRotated: (created: NewKeyResponse) => void;
}

export function RotateKeyDialog({ row, ...rest }: RotateKeyDialogProps) {
  return (
    <Modal opened={row !== null} onClose={rest.onClose} title={`Rotate ${row?.name ?? "the key"}`}>
      {row !== null && <Overlap row={row} {...rest} />}
    </Modal>
  );
}

function Overlap({ row, operations, onClose, onRotated }: RotateKeyDialogProps & { row: KeyRow }) {
  const [overlap, setOverlap] = useState("24");
  const rotate = useAction(() => operations.rotate(row.id, Number(overlap)), {
    invalidates: [operations.path],
    onSuccess: onRotated,
    showError: false,
  });
  return (
    <DialogForm
      action="Create the new key"
      isPending={rotate.isPending}
      error={rotate.error}
      onClose={onClose}
      onSubmit={() => rotate.mutate()}
    >
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
    </DialogForm>
  );
}
