import { Badge, Code, Group, Stack, Text } from "@mantine/core";
import { useApi } from "../../api/use-api.ts";
import { type HostWebhook, hostWebhookPath } from "../../api/webhooks.ts";
import { useMe } from "../../frame/me-context.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { reachableAddress } from "../../parts/instance-address.ts";
import { SectionCard } from "../../parts/section-card.tsx";
import { Time } from "../../parts/time.tsx";

/** Shows whether the code host reports merges and comments to Copydesk. */
export function HostWebhookCard({ projectId }: { projectId: string }) {
  const { publicUrl } = useMe();
  const { data, error } = useApi<HostWebhook>(hostWebhookPath(projectId), { everyMs: 30_000 });
  return (
    <SectionCard
      title="Webhook of the code host"
      about="With it merges, closes and comments arrive at once. Without it Copydesk asks the host every few minutes."
    >
      {error && <ErrorAlert error={error} />}
      {data && (
        <Stack gap="xs">
          <Group gap="xs">
            {data.lastDeliveryAt === null ? (
              <Badge color="gray" tt="none">
                Nothing has arrived yet
              </Badge>
            ) : (
              <Badge color="green" variant="light" tt="none">
                {data.deliveries24h} in the last 24 hours
              </Badge>
            )}
            {data.lastDeliveryAt !== null && (
              <Text size="sm" c="dimmed" component="div">
                last <Time at={data.lastDeliveryAt} />
              </Text>
            )}
          </Group>
          <Group gap={4} wrap="nowrap">
            <Code style={{ overflowWrap: "anywhere" }}>{reachableAddress(data.url, publicUrl)}</Code>
            <CopyButton
              value={reachableAddress(data.url, publicUrl)}
              name="the address for the host's webhook"
            />
          </Group>
        </Stack>
      )}
    </SectionCard>
  );
}
