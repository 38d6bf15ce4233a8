import { Button, Group, Stack, Switch } from "@mantine/core";
import { useState } from "react";
import { type ApiKey, keyOperations, type ManagementKey } from "../../api/keys.ts";
import { useAction, useApi } from "../../api/use-api.ts";
import { useCan } from "../../frame/me-context.ts";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { CreateKeyDialog } from "./create-key-dialog.tsx";
import { isUsable, type KeyRow, toKeyRow } from "./key-row.ts";
import { KeyTable } from "./key-table.tsx";
import { RotateKeyDialog } from "./rotate-key-dialog.tsx";
import { useNewKeyShown } from "./use-new-key-shown.tsx";

type Asked = { for: "create" } | { for: "rotate" | "revoke"; row: KeyRow } | null;

/** Shows the keys of a project, or the management keys if null: the same list and dialogs. */
export function KeyPanel({ projectId }: { projectId: string | null }) {
  const operations = keyOperations(projectId);
  const mayChange = useCan("keys:write");
  const { data, error } = useApi<{ data: (ApiKey | ManagementKey)[] }>(operations.path, { everyMs: 30_000 });
  const [asked, setAsked] = useState<Asked>(null);
  const newKey = useNewKeyShown(projectId);
  const [showsEnded, setShowsEnded] = useState(false);
  const close = () => setAsked(null);
  const show = ({ key }: { key: string }) => {
    close();
    newKey.show(key);
  };
  const revoke = useAction((keyId: string) => operations.revoke(keyId), {
    invalidates: [operations.path],
    done: "The key is revoked.",
    onSuccess: close,
  });
  if (error) return <ErrorAlert error={error} />;
  const rows = (data?.data ?? []).map(toKeyRow).reverse();
  const usable = rows.filter((row) => isUsable(row, Date.now()));
  const shown = showsEnded ? rows : usable;
  return (
    <Stack>
      <Group justify="space-between">
        {rows.length > usable.length && (
          <Switch
            label={`Show expired and revoked keys (${rows.length - usable.length})`}
            checked={showsEnded}
            onChange={({ currentTarget }) => setShowsEnded(currentTarget.checked)}
          />
        )}
        {mayChange && (
          <Button ml="auto" onClick={() => setAsked({ for: "create" })}>
            Create a key
          </Button>
        )}
      </Group>
      {data !== undefined && shown.length === 0 ? (
        <EmptyState title="No key yet">
          A key lets a script or a pipeline create jobs and read what became of them. It is shown once, with a
          command to try it.
        </EmptyState>
      ) : (
        <KeyTable
          rows={shown}
          isLoading={data === undefined}
          hasUses={projectId !== null}
          onRotate={mayChange ? (row) => setAsked({ for: "rotate", row }) : null}
          onRevoke={mayChange ? (row) => setAsked({ for: "revoke", row }) : null}
        />
      )}
      <CreateKeyDialog
        opened={asked?.for === "create"}
        projectId={projectId}
        onClose={close}
        onCreated={show}
      />
      <RotateKeyDialog
        row={asked?.for === "rotate" ? asked.row : null}
        operations={operations}
        onClose={close}
        onRotated={show}
      />
      <ConfirmDialog
        opened={asked?.for === "revoke"}
        title={`Revoke ${asked?.for === "revoke" ? asked.row.name : "the key"}`}
        action="Revoke the key"
        typed={asked?.for === "revoke" ? asked.row.name : ""}
        isPending={revoke.isPending}
        onClose={close}
        onConfirm={() => asked?.for === "revoke" && revoke.mutate(asked.row.id)}
      >
        Every request with this key is refused within a second, and open event streams end. This cannot be
        undone.
      </ConfirmDialog>
      {newKey.dialog}
    </Stack>
  );
}
