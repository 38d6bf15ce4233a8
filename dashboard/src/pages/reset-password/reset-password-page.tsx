import { Button, Stack, Text } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { api } from "../../api/client.ts";
import { useAction } from "../../api/use-api.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { LinkButton } from "../../parts/links.tsx";
import { NewPassword } from "../sign-in/account-form.tsx";
import { Card } from "../sign-in/card.tsx";

/** Behind a link that lets its reader choose another password. */
export default function ResetPasswordPage() {
  const { token } = useSearch({ strict: false }) as { token?: string };
  const [password, setPassword] = useState("");
  const reset = useAction(() => api.post("/v2/reset-password", { token, password }), { showError: false });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    reset.mutate();
  };
  if (reset.isSuccess)
    return (
      <Card
        title="The password is changed"
        intro="Everybody who was signed in to your account is signed out."
      >
        <LinkButton to="/sign-in" fullWidth>
          Sign in
        </LinkButton>
      </Card>
    );
  return (
    <Card title="Choose a new password">
      {token ? (
        <form onSubmit={submit}>
          <Stack gap="sm">
            <NewPassword value={password} onChange={setPassword} />
            {reset.error && <ErrorAlert error={reset.error} />}
            <Button type="submit" loading={reset.isPending} fullWidth>
              Change the password
            </Button>
          </Stack>
        </form>
      ) : (
        <Text size="sm">The link is not complete. Open the whole link that you were given.</Text>
      )}
    </Card>
  );
}
