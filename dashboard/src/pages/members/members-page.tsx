import { Button, Select, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { changeRole, type Member, membersPath, type Role, removeMember, roles } from "../../api/members.ts";
import { useAction, useApi } from "../../api/use-api.ts";
import { useCan, useMe } from "../../frame/me-context.ts";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { PageBody } from "../../parts/page-body.tsx";
import { PageHeader } from "../../parts/page-header.tsx";
import { Time } from "../../parts/time.tsx";
import { useShownOnce } from "../../parts/use-shown-once.tsx";
import { Invitations } from "./invitations.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { useOrganisationColumn } from "./use-organisation-column.ts";

const linkWords = {
  title: "The invitation is ready",
  what: "Invitation link",
  about: "Send this link to the person. It works once, for the role that you chose.",
};

export default function MembersPage() {
  const mayChange = useCan("members:write");
  const { data, error } = useApi<{ data: Member[] }>(membersPath, { everyMs: 30_000 });
  const [isInviting, setInviting] = useState(false);
  const link = useShownOnce(linkWords);
  return (
    <PageBody>
      <PageHeader
        title="Members"
        description="Who may sign in, and what they may do. Editors run jobs, review and merge; owners also manage keys, members and settings."
        actions={mayChange && <Button onClick={() => setInviting(true)}>Invite someone</Button>}
      />
      <Stack gap="lg">
        {error && <ErrorAlert error={error} />}
        <MemberTable members={data?.data} mayChange={mayChange} />
        {mayChange && (
          <Stack gap="sm" mt="md">
            <Title order={2}>Invitations</Title>
            <Invitations />
          </Stack>
        )}
        <InviteDialog
          opened={isInviting}
          onClose={() => setInviting(false)}
          onInvited={({ url }) => {
            setInviting(false);
            link.show(url);
          }}
        />
        {link.dialog}
      </Stack>
    </PageBody>
  );
}

function MemberTable({ members, mayChange }: { members: Member[] | undefined; mayChange: boolean }) {
  const me = useMe();
  const organisation = useOrganisationColumn();
  const isOnlyOwner = ({ userId, organisationId }: Member) =>
    !members?.some(
      (one) => one.role === "owner" && one.organisationId === organisationId && one.userId !== userId,
    );
  const mayChangeRole = (member: Member) => mayChange && !(member.role === "owner" && isOnlyOwner(member));
  const columns: Column<Member>[] = [
    { head: "Name", cell: (member) => <NameCell member={member} isMe={member.userId === me.id} /> },
    ...organisation,
    { head: "Role", cell: (member) => <RoleCell member={member} mayChange={mayChangeRole(member)} /> },
    {
      head: "Last seen",
      cell: ({ lastSeenAt }) => (lastSeenAt === null ? "Never" : <Time at={lastSeenAt} />),
    },
    { head: "Joined", cell: ({ createdAt }) => <Time at={createdAt} /> },
    ...(mayChange
      ? [
          {
            head: "",
            align: "right" as const,
            cell: (member: Member) => member.userId !== me.id && <RemoveButton member={member} />,
          },
        ]
      : []),
  ];
  return (
    <DataTable
      label="Members"
      columns={columns}
      rows={members ?? []}
      rowKey={({ userId, organisationId }) => `${organisationId} ${userId}`}
      isLoading={members === undefined}
    />
  );
}

function NameCell({ member, isMe }: { member: Member; isMe: boolean }) {
  return (
    <>
      <Text size="sm" fw={600}>
        {member.name}
        {isMe && " (you)"}
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {member.email}
      </Text>
    </>
  );
}

function RoleCell({ member, mayChange }: { member: Member; mayChange: boolean }) {
  const change = useAction((role: Role) => changeRole(member, role), {
    invalidates: [membersPath, "/v2/me"],
    done: `The role of ${member.name} is changed.`,
  });
  if (!mayChange) return roles.find(({ value }) => value === member.role)?.label ?? member.role;
  return (
    <Select
      aria-label={`Role of ${member.name}`}
      data={roles.map(({ value, label }) => ({ value, label }))}
      value={member.role}
      allowDeselect={false}
      disabled={change.isPending}
      w={130}
      size="sm"
      onChange={(role) => role !== null && role !== member.role && change.mutate(role as Role)}
    />
  );
}

function RemoveButton({ member }: { member: Member }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useAction(() => removeMember(member), {
    invalidates: [membersPath],
    done: `${member.name} is no longer a member.`,
    onSuccess: () => setAsking(false),
  });
  return (
    <>
      <Button
        size="compact-sm"
        variant="light"
        color="red"
        aria-label={`Remove ${member.name}`}
        onClick={() => setAsking(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={`Remove ${member.name}`}
        action="Remove the member"
        isPending={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        Their sessions end at once. Jobs and reviews of theirs stay.
      </ConfirmDialog>
    </>
  );
}
