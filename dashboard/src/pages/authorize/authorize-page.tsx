import { Button, Group, Stack, Text } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { api } from "../../api/client.ts";
import type { Me } from "../../api/me.ts";
import { isProblem } from "../../api/problem-error.ts";
import { mePath } from "../../api/query-client.ts";
import { useAction, useApi } from "../../api/use-api.ts";
import { withQuery } from "../../api/with-query.ts";
import { PagePending } from "../../frame/page-pending.tsx";
import { ToSignIn } from "../../frame/to-sign-in.tsx";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { Card } from "../sign-in/card.tsx";

interface Asking {
  application: string;
  /** A host, or the scheme of an application on this machine. */
  sendsTo: string;
}

const path = "/v2/oauth/authorization";

// Applications may send more, such as scopes, which have no meaning here.
const parameters = [
  ...["response_type", "client_id", "redirect_uri", "code_challenge", "code_challenge_method"],
  ...["state", "resource"],
];

const allowed: Record<NonNullable<Me["role"]>, string> = {
  owner: "It can ask for documentation jobs, follow them, cancel them and read their changes.",
  editor: "It can ask for documentation jobs, follow them, cancel them and read their changes.",
  viewer: "It can read jobs and their changes. As a viewer you do not start any, and neither can it.",
};

/** OAuth's authorization endpoint, to which applications send people to ask for access. */
export default function AuthorizePage() {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const request = Object.fromEntries(
    parameters.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])),
  );
  const me = useApi<Me>(mePath);
  const isPerson = me.data?.kind === "user";
  const asking = useApi<Asking>(isPerson ? withQuery(path, request) : null);
  const decide = useAction((allow: boolean) => api.post<{ redirectTo: string }>(path, { request, allow }), {
    showError: false,
    onSuccess: ({ redirectTo }) => location.assign(redirectTo),
  });
  if (isProblem(me.error, "not_signed_in") || (me.data && !isPerson)) return <ToSignIn />;
  const error = me.error ?? asking.error;
  if (error)
    return (
      <Card title="This request does not work">
        <ErrorAlert error={error} />
        <Text size="sm" c="dimmed">
          Nothing was let in. Start again from the application.
        </Text>
      </Card>
    );
  if (!me.data || !asking.data) return <PagePending />;
  const { application, sendsTo } = asking.data;
  return (
    <Card
      title="Let an application in?"
      intro={
        <>
          <b>{application}</b> wants to act for you, {me.data.name}. That is what it calls itself.
        </>
      }
    >
      <Stack gap="sm">
        <Text size="sm">{allowed[me.data.role ?? "viewer"]}</Text>
        <Text size="sm">
          Your answer is sent to <code>{sendsTo}</code>. You can end its access on the page Settings.
        </Text>
        {decide.error && <ErrorAlert error={decide.error} />}
        <Group grow>
          <Button
            variant="default"
            disabled={decide.isPending || decide.isSuccess}
            onClick={() => decide.mutate(false)}
          >
            Refuse
          </Button>
          <Button loading={decide.isPending || decide.isSuccess} onClick={() => decide.mutate(true)}>
            Let it in
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
