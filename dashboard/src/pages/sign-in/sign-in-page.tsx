import { Button, Divider, Text } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { useAction, useApi } from "../../api/use-api.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { CurrentPassword, EmailField } from "./account-fields.tsx";
import { Card } from "./card.tsx";
import { CardForm } from "./card-form.tsx";
import { safeNext } from "./safe-next.ts";
import { useEnter } from "./use-enter.ts";

interface SignInOptions {
  needsOwner: boolean;
  password: boolean;
  openId: { id: string; name: string } | null;
}

export default function SignInPage() {
  const { next, error } = useSearch({ strict: false }) as { next?: string; error?: string };
  const options = useApi<SignInOptions>("/v2/sign-in-options");
  const { openId, needsOwner = false } = options.data ?? {};
  return (
    <Card title="Sign in" intro={needsOwner ? undefined : "To ask for changes, watch them and review them."}>
      {needsOwner && <FirstOwnerHint />}
      {error && <ErrorAlert error={new Error(describeRefusal(error, openId?.name ?? "your provider"))} />}
      {options.error && <ErrorAlert error={options.error} />}
      {openId && <OpenIdButton provider={openId} next={safeNext(next)} />}
      {openId && <Divider label="or" />}
      <PasswordForm next={safeNext(next)} />
      <Text size="xs" c="dimmed">
        Forgot the password? An owner can send you a link, and the operator can make one on the machine with{" "}
        <code>copydesk user sign-in-link</code>.
      </Text>
    </Card>
  );
}

/** What led back here from the provider's page. */
function describeRefusal(error: string, provider: string): string {
  if (error === "not_invited")
    return `You have no account here yet. Ask an owner to invite the e-mail address that you use at ${provider}.`;
  if (error === "access_denied")
    return `${provider} did not let you sign in here. Try again, or ask whoever manages your accounts there.`;
  return "Signing in did not work. Try again, or ask an owner for access.";
}

function FirstOwnerHint() {
  return (
    <Text size="sm">
      Nobody has an account yet. The service printed a one-time link when it started; it makes you the owner.
      To see it again, run <code>copydesk user first-owner</code> on the machine.
    </Text>
  );
}

function PasswordForm({ next }: { next: string }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const enter = useEnter();
  const signIn = useAction(() => api.post("/v2/auth/sign-in/email", { email, password }), {
    showError: false,
    onSuccess: () => enter(next),
  });
  return (
    <CardForm
      action="Sign in"
      isPending={signIn.isPending}
      error={signIn.error}
      onSubmit={() => signIn.mutate()}
    >
      <EmailField value={email} onChange={setEmail} />
      <CurrentPassword value={password} onChange={setPassword} />
    </CardForm>
  );
}

function OpenIdButton({ provider, next }: { provider: { id: string; name: string }; next: string }) {
  const start = useAction(
    () =>
      api.post<{ url: string }>("/v2/auth/sign-in/oauth2", {
        callbackURL: next,
      }),
    { onSuccess: ({ url }) => location.assign(url) },
  );
  return (
    <Button variant="default" fullWidth loading={start.isPending} onClick={() => start.mutate()}>
      Continue with {provider.name}
    </Button>
  );
}
