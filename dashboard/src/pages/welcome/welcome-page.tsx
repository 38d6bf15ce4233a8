import { Text } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { api } from "../../api/client.ts";
import { useAction } from "../../api/use-api.ts";
import { TextLink } from "../../parts/links.tsx";
import { type Account, AccountForm } from "../sign-in/account-form.tsx";
import { Card } from "../sign-in/card.tsx";
import { useEnter } from "../sign-in/use-enter.ts";

/** Page of the link that the first start prints: its reader becomes the owner. */
export default function WelcomePage() {
  const { token } = useSearch({ strict: false }) as { token?: string };
  const enter = useEnter();
  const claim = useAction((account: Account) => api.post("/v2/first-owner", { token, ...account }), {
    showError: false,
    onSuccess: () => enter("/"),
  });
  if (!token)
    return (
      <Card title="This link is not complete">
        <Text size="sm">
          Open the whole link that the service printed when it started, with everything after the “?”.
        </Text>
        <TextLink to="/sign-in">Sign in instead</TextLink>
      </Card>
    );
  return (
    <Card
      title="Welcome to Copydesk"
      intro="You are the first one here, so you become the owner: you add projects, make keys and invite others."
    >
      <AccountForm
        action="Create the account"
        isPending={claim.isPending}
        error={claim.error}
        onSubmit={(account) => claim.mutate(account)}
      />
    </Card>
  );
}
