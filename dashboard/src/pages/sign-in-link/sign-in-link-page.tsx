import { Loader, Text } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { api } from "../../api/client.ts";
import { useAction } from "../../api/use-api.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { LinkButton } from "../../parts/links.tsx";
import { Card } from "../sign-in/card.tsx";
import { safeNext } from "../sign-in/safe-next.ts";
import { useEnter } from "../sign-in/use-enter.ts";

/** Signs in with a one-time link, and continues where the link leads. */
export default function SignInLinkPage() {
  const { token, next } = useSearch({ strict: false }) as { token?: string; next?: string };
  const enter = useEnter();
  const { mutate, error } = useAction(() => api.post("/v2/sign-in-link", { token }), {
    showError: false,
    onSuccess: () => enter(safeNext(next)),
  });
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current || !token) return;
    isSent.current = true;
    mutate();
  }, [mutate, token]);
  if (error || !token)
    return (
      <Card title="This link does not sign you in">
        {error ? <ErrorAlert error={error} /> : <Text size="sm">The link is not complete.</Text>}
        <Text size="sm" c="dimmed">
          Such a link works once, for a short time. Ask whoever sent it for another.
        </Text>
        <LinkButton to="/sign-in" variant="default" fullWidth>
          Sign in with a password
        </LinkButton>
      </Card>
    );
  return (
    <Card title="Signing in">
      <Loader aria-label="Signing in" />
    </Card>
  );
}
