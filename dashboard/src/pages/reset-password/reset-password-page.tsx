import { Text } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { useAction } from "../../api/use-api.ts";
import { LinkButton } from "../../parts/links.tsx";
import { NewPassword } from "../sign-in/account-fields.tsx";
import { Card } from "../sign-in/card.tsx";
import { CardForm } from "../sign-in/card-form.tsx";

/** Page of the link for choosing another password. */
export default function ResetPasswordPage() {
  const { token } = useSearch({ strict: false }) as { token?: string };
  const [password, setPassword] = useState("");
  const reset = useAction(() => api.post("/v2/reset-password", { token, password }), { showError: false });
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
        <CardForm
          action="Change the password"
          isPending={reset.isPending}
          error={reset.error}
          onSubmit={() => reset.mutate()}
        >
          <NewPassword value={password} onChange={setPassword} />
        </CardForm>
      ) : (
        <Text size="sm">The link is not complete. Open the whole link that you were given.</Text>
      )}
    </Card>
  );
}
