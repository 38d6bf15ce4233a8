import { Badge, Button, Code, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { CopyButton } from "../../parts/copy-button.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { Time } from "../../parts/time.tsx";
import { UnfoldButton } from "../../parts/unfold-button.tsx";
import { describeExpiry, type Expiry } from "./describe-expiry.ts";
import { isUsable, type KeyRow } from "./key-row.ts";

const colours: Record<Expiry["state"], string> = {
  valid: "gray",
  soon: "yellow",
  expired: "red",
  revoked: "red",
};

export interface KeyTableProps {
  rows: readonly KeyRow[];
  isLoading: boolean;
  hasUses: boolean;
  /** Null if the reader lacks the permission. */
  onRotate: ((row: KeyRow) => void) | null;
  onRevoke: ((row: KeyRow) => void) | null;
}

export function KeyTable({ rows, isLoading, hasUses, onRotate, onRevoke }: KeyTableProps) {
  const uses: Column<KeyRow> = { head: "Jobs in 30 days", cell: ({ jobs30d }) => jobs30d };
  const actions: Column<KeyRow> = {
    head: "",
    align: "right",
    cell: (row) => onRotate && onRevoke && <Actions row={row} onRotate={onRotate} onRevoke={onRevoke} />,
  };
  const columns: Column<KeyRow>[] = [
    { head: "Name", cell: (row) => <NameCell row={row} /> },
    { head: hasUses ? "Scopes" : "May", cell: ({ grants }) => <Grants grants={grants} /> },
    { head: "Expiry", cell: (row) => <ExpiryBadge row={row} /> },
    { head: "Last used", cell: ({ lastUsedAt }) => <LastUsed at={lastUsedAt} /> },
    ...(hasUses ? [uses] : []),
    { head: "Created", cell: (row) => <CreatedCell row={row} /> },
    ...(onRotate !== null ? [actions] : []),
  ];
  return (
    <DataTable label="Keys" columns={columns} rows={rows} rowKey={({ id }) => id} isLoading={isLoading} />
  );
}

function NameCell({ row }: { row: KeyRow }) {
  return (
    <>
      <Text fw={600} size="sm">
        {row.name}
      </Text>
      <Group gap={4} wrap="nowrap">
        <Code>{row.prefix}</Code>
        <CopyButton value={row.id} name={`the id of ${row.name}`} />
      </Group>
      {row.allowedIps.length > 0 && (
        <Text size="xs" c="dimmed">
          Only from {row.allowedIps.join(", ")}
        </Text>
      )}
    </>
  );
}

function LastUsed({ at }: { at: string | null }) {
  if (at !== null) return <Time at={at} />;
  return (
    <Text size="sm" c="dimmed">
      Never
    </Text>
  );
}

function CreatedCell({ row }: { row: KeyRow }) {
  return (
    <div>
      <Text size="sm" style={{ whiteSpace: "nowrap" }}>
        <Time at={row.createdAt} as="day" />
      </Text>
      {row.author !== null && (
        <Text size="xs" c="dimmed">
          by {row.author}
        </Text>
      )}
    </div>
  );
}

function Actions({
  row,
  onRotate,
  onRevoke,
}: {
  row: KeyRow;
  onRotate: (row: KeyRow) => void;
  onRevoke: (row: KeyRow) => void;
}) {
  if (!isUsable(row, Date.now())) return null;
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => onRotate(row)}
        aria-label={`Rotate ${row.name}`}
      >
        Rotate
      </Button>
      <Button
        size="compact-sm"
        variant="light"
        color="red"
        onClick={() => onRevoke(row)}
        aria-label={`Revoke ${row.name}`}
      >
        Revoke
      </Button>
    </Group>
  );
}

const grantsAtFirst = 3;

function Grants({ grants }: { grants: readonly string[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const more = grants.length - grantsAtFirst;
  return (
    <Stack gap={2} align="flex-start">
      <Group gap={4}>
        {grants.slice(0, isOpen ? undefined : grantsAtFirst).map((grant) => (
          <Badge key={grant} variant="default" size="sm" tt="none">
            {grant}
          </Badge>
        ))}
      </Group>
      {more > 0 && (
        <UnfoldButton
          isOpen={isOpen}
          onToggle={setIsOpen}
          labels={{ show: `Show ${more} more`, hide: "Show fewer" }}
        />
      )}
    </Stack>
  );
}

function ExpiryBadge({ row }: { row: KeyRow }) {
  const { text, state } = describeExpiry(row, Date.now());
  if (state === "valid")
    return (
      <Text size="sm" style={{ whiteSpace: "nowrap" }}>
        {text}
      </Text>
    );
  return (
    <Badge color={colours[state]} variant="light" tt="none" miw="max-content">
      {text}
    </Badge>
  );
}
