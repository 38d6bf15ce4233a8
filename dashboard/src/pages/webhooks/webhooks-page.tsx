import { Button, Stack } from "@mantine/core";
import { useState } from "react";
import { useApi } from "../../api/use-api.ts";
import { type Webhook, webhooksPath } from "../../api/webhooks.ts";
import { useCan } from "../../frame/me-context.ts";
import { useProject } from "../../frame/use-project.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { PageBody } from "../../parts/page-body.tsx";
import { PageHeader } from "../../parts/page-header.tsx";
import { useShownOnce } from "../../parts/use-shown-once.tsx";
import { CreateWebhookDialog } from "./create-webhook-dialog.tsx";
import { WebhookCard } from "./webhook-card.tsx";

const secretWords = {
  title: "The webhook's secret",
  what: "Webhook secret",
  about:
    "Messages are signed with it: check the signature before you believe a message. The client has unwrapWebhook for that.",
};

export default function WebhooksPage() {
  const { projectId } = useProject();
  const mayChange = useCan("webhooks:write");
  const { data, error } = useApi<{ data: Webhook[] }>(projectId && webhooksPath(projectId), {
    everyMs: 10_000,
  });
  const [isCreating, setCreating] = useState(false);
  const secret = useShownOnce(secretWords);
  if (projectId === null) return null;
  const show = ({ secret: text }: { secret: string }) => {
    setCreating(false);
    secret.show(text);
  };
  const create = mayChange && <Button onClick={() => setCreating(true)}>Create a webhook</Button>;
  return (
    <PageBody>
      <PageHeader
        title="Webhooks"
        description="Copydesk calls your addresses when a job ends or its pull request changes. Each message is signed, and sent again until it arrives."
        actions={create}
      />
      <Stack gap="lg">
        {error && <ErrorAlert error={error} />}
        {data?.data.length === 0 && (
          <EmptyState title="No webhook yet">
            Give an address that takes POST requests: a chat, a build, a dashboard of your own. Every attempt
            and its response is listed here.
          </EmptyState>
        )}
        {data?.data.map((webhook) => (
          <WebhookCard key={webhook.id} webhook={webhook} mayChange={mayChange} onSecret={show} />
        ))}
        <CreateWebhookDialog
          opened={isCreating}
          projectId={projectId}
          onClose={() => setCreating(false)}
          onCreated={show}
        />
        {secret.dialog}
      </Stack>
    </PageBody>
  );
}
