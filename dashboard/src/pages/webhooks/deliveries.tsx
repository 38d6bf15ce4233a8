import { Accordion, Badge, Button, Code, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useAction } from "../../api/use-api.ts";
import { usePages } from "../../api/use-pages.ts";
import { type Delivery, type DeliveryAttempt, deliveriesPath, redeliver } from "../../api/webhooks.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { Time } from "../../parts/time.tsx";

const colours: Record<Delivery["state"], string> = { pending: "yellow", delivered: "green", failed: "red" };

export interface DeliveriesProps {
  projectId: string;
  webhookId: string;
  mayReplay: boolean;
}

/** Lists past and pending deliveries, newest first, each attempt with its response. */
export function Deliveries({ projectId, webhookId, mayReplay }: DeliveriesProps) {
  const pages = usePages<Delivery>(deliveriesPath(projectId, webhookId), { limit: 25 }, { everyMs: 5_000 });
  if (pages.error) return <ErrorAlert error={pages.error} />;
  if (pages.isPending) return <Skeleton height={80} />;
  if (pages.rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing has been sent yet. Send a test to see what arrives.
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      <Accordion variant="separated" chevronPosition="left">
        {pages.rows.map((delivery) => (
          <Accordion.Item key={delivery.id} value={delivery.id}>
            <Accordion.Control>
              <DeliveryTitle delivery={delivery} />
            </Accordion.Control>
            <Accordion.Panel>
              <DeliveryDetails delivery={delivery} {...{ projectId, webhookId, mayReplay }} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      {pages.hasMore && (
        <Button variant="default" loading={pages.isLoadingMore} onClick={pages.loadMore}>
          Show older deliveries
        </Button>
      )}
    </Stack>
  );
}

function DeliveryTitle({ delivery }: { delivery: Delivery }) {
  const last = delivery.attempts.at(-1);
  return (
    <Group gap="xs" justify="space-between">
      <Group gap="xs">
        <Badge color={colours[delivery.state]} variant="light" tt="none">
          {delivery.state}
        </Badge>
        <Text size="sm" fw={600}>
          {delivery.type}
        </Text>
        {last && (
          <Text size="sm" c="dimmed">
            {last.status ?? "no response"}
          </Text>
        )}
      </Group>
      <Text size="sm" c="dimmed" component="div">
        <Time at={delivery.createdAt} />
      </Text>
    </Group>
  );
}

function DeliveryDetails({
  delivery,
  projectId,
  webhookId,
  mayReplay,
}: DeliveriesProps & { delivery: Delivery }) {
  const replay = useAction(() => redeliver(projectId, webhookId, delivery.id), {
    invalidates: [deliveriesPath(projectId, webhookId)],
    done: "The message is sent again, under the same id.",
  });
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Group gap={6} fz="xs" c="dimmed">
          Message <Code>{delivery.messageId}</Code>
          {delivery.jobId !== null && (
            <>
              of job <Code>{delivery.jobId}</Code>
            </>
          )}
        </Group>
        {mayReplay && (
          <Button
            size="compact-sm"
            variant="default"
            loading={replay.isPending}
            onClick={() => replay.mutate()}
          >
            Send again
          </Button>
        )}
      </Group>
      {delivery.attempts.length === 0 && <Text size="sm">No attempt yet.</Text>}
      {delivery.attempts.map((attempt) => (
        <Attempt key={attempt.at} attempt={attempt} />
      ))}
      {delivery.nextAttemptAt !== null && (
        <Text size="sm" c="dimmed" component="div">
          Next attempt <Time at={delivery.nextAttemptAt} />
        </Text>
      )}
    </Stack>
  );
}

function Attempt({ attempt }: { attempt: DeliveryAttempt }) {
  const { status, error, response, durationMs, at } = attempt;
  return (
    <div>
      <Text size="sm" component="div">
        {status === null ? (error ?? "No response") : `Status ${status}`}
      </Text>
      <Text size="xs" c="dimmed" component="div">
        <Time at={at} /> · {Math.round(durationMs)} ms
      </Text>
      {response !== "" && <Code block>{response}</Code>}
    </div>
  );
}
