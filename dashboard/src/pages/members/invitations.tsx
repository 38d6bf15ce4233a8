import { Button, Text } from "@mantine/core";
import { type Invitation, invitationsPath, revokeInvitation, roles } from "../../api/members.ts";
import { useAction, useApi } from "../../api/use-api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { Time } from "../../parts/time.tsx";
import { useOrganisationColumn } from "./use-organisation-column.ts";

/** Lists the invitations that can still be accepted. */
export function Invitations() {
  const { data, error } = useApi<{ data: Invitation[] }>(invitationsPath, { everyMs: 30_000 });
  const organisation = useOrganisationColumn();
  if (error) return <ErrorAlert error={error} />;
  const open = (data?.data ?? []).filter(
    ({ acceptedAt, revokedAt, expiresAt }) => !acceptedAt && !revokedAt && Date.parse(expiresAt) > Date.now(),
  );
  if (data !== undefined && open.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nobody is invited at the moment.
      </Text>
    );
  }
  const columns: Column<Invitation>[] = [
    { head: "For", cell: ({ email }) => email ?? "Anyone with the link" },
    ...organisation,
    { head: "Role", cell: ({ role }) => roles.find(({ value }) => value === role)?.label ?? role },
    { head: "Ends", cell: ({ expiresAt }) => <Time at={expiresAt} /> },
    { head: "", align: "right", cell: (invitation) => <RevokeButton invitation={invitation} /> },
  ];
  return (
    <DataTable
      label="Invitations"
      columns={columns}
      rows={open}
      rowKey={({ id }) => id}
      isLoading={data === undefined}
    />
  );
}

function RevokeButton({ invitation }: { invitation: Invitation }) {
  const revoke = useAction(() => revokeInvitation(invitation.id), {
    invalidates: [invitationsPath],
    done: "The invitation is revoked.",
  });
  return (
    <Button
      size="compact-sm"
      variant="light"
      color="red"
      loading={revoke.isPending}
      aria-label={`Revoke the invitation for ${invitation.email ?? "anyone with the link"}`}
      onClick={() => revoke.mutate()}
    >
      Revoke
    </Button>
  );
}
