import { Button, Stack, Text } from "@mantine/core";
import { useLocation, useParams } from "@tanstack/react-router";
import { api } from "../../api/client.ts";
import type { Me } from "../../api/me.ts";
import { mePath } from "../../api/query-client.ts";
import { useAction, useApi } from "../../api/use-api.ts";
import { PagePending } from "../../frame/page-pending.tsx";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { LinkButton, TextLink } from "../../parts/links.tsx";
import { Time } from "../../parts/time.tsx";
import { type Account, AccountForm } from "../sign-in/account-form.tsx";
import { Card } from "../sign-in/card.tsx";
import { useEnter } from "../sign-in/use-enter.ts";

interface Invitation {
  email: string | null;
  role: "owner" | "editor" | "viewer";
  organisation: { id: string; name: string };
  expiresAt: string;
}

const roles: Record<Invitation["role"], string> = {
  owner: "As an owner you manage keys, members and settings, and do everything that editors do.",
  editor: "As an editor you ask for changes, comment on them and merge them.",
  viewer: "As a viewer you read jobs and their changes.",
};

/** Page of an invitation's link: a form for new people, a button for signed-in users. */
export default function InvitationPage() {
  const { token } = useParams({ strict: false }) as { token: string };
  const path = `/v2/invitation/${encodeURIComponent(token)}`;
  const invitation = useApi<Invitation>(path);
  const me = useApi<Me>(mePath);
  const enter = useEnter();
  const accept = useAction((account: Partial<Account>) => api.post(path, account), {
    showError: false,
    onSuccess: () => enter("/"),
  });
  if (invitation.error)
    return (
      <Card title="This invitation does not work">
        <ErrorAlert error={invitation.error} />
        <Text size="sm" c="dimmed">
          Invitations expire after a few days and can be revoked. Ask whoever invited you for another one.
        </Text>
        <LinkButton to="/sign-in" variant="default" fullWidth>
          Sign in
        </LinkButton>
      </Card>
    );
  if (invitation.data === undefined || (me.data === undefined && !me.error)) return <PagePending />;
  const { organisation, role, email, expiresAt } = invitation.data;
  const user = me.data?.kind === "user" ? me.data : null;
  const intro = (
    <>
      {roles[role]} The invitation ends <Time at={expiresAt} />.
    </>
  );
  return (
    <Card title={`Join ${organisation.name}`} intro={intro}>
      {user ? (
        <Stack gap="sm">
          <Text size="sm">
            You are signed in as <b>{user.name}</b>
            {user.email && ` (${user.email})`}.
          </Text>
          {accept.error && <ErrorAlert error={accept.error} />}
          <Button fullWidth loading={accept.isPending} onClick={() => accept.mutate({})}>
            Accept the invitation
          </Button>
        </Stack>
      ) : (
        <NewMember email={email} accept={accept} />
      )}
    </Card>
  );
}

function NewMember({
  email,
  accept,
}: {
  email: string | null;
  accept: { isPending: boolean; error: Error | null; mutate: (account: Account) => void };
}) {
  const { pathname } = useLocation();
  return (
    <>
      <AccountForm
        email={email}
        action="Create the account and join"
        isPending={accept.isPending}
        error={accept.error}
        onSubmit={(account) => accept.mutate(account)}
      />
      <Text size="sm">
        You have an account?{" "}
        <TextLink to="/sign-in" search={{ next: pathname }}>
          Sign in
        </TextLink>{" "}
        and open the link again.
      </Text>
    </>
  );
}
