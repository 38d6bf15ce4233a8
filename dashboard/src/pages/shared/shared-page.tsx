import { Loader, Text } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { api } from "../../api/client.ts";
import { useAction } from "../../api/use-api.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { LinkButton } from "../../parts/links.tsx";
import { Card } from "../sign-in/card.tsx";
import { useEnter } from "../sign-in/use-enter.ts";

/** Page of a share link: opens its job for reading. */
export default function SharedPage() {
  const { token } = useParams({ strict: false }) as { token: string };
  const enter = useEnter();
  const { mutate, error } = useAction(
    () => api.post<{ projectId: string; jobId: string }>("/v2/shared", { token }),
    {
      showError: false,
      onSuccess: ({ projectId, jobId }) => enter(`/projects/${projectId}/jobs/${jobId}`),
    },
  );
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    mutate();
  }, [mutate]);
  if (!error)
    return (
      <Card title="Opening the job">
        <Loader aria-label="Opening the job" />
      </Card>
    );
  return (
    <Card title="This link does not work">
      <ErrorAlert error={error} />
      <Text size="sm" c="dimmed">
        Ask whoever sent it to you for another one, or sign in if you have an account.
      </Text>
      <LinkButton to="/sign-in" variant="default" fullWidth>
        Sign in
      </LinkButton>
    </Card>
  );
}
