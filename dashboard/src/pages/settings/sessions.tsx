import { Badge, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { api } from "../../api/client.ts";
import { useAction, useApi } from "../../api/use-api.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { SectionCard } from "../../parts/section-card.tsx";
import { Time } from "../../parts/time.tsx";
import { describeBrowser } from "./describe-browser.ts";

interface Session {
  id: string;
  current: boolean;
  /** Null for a browser. */
  application: string | null;
  userAgent: string | null;
  ip: string | null;
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
}

const path = "/v2/me/sessions";

const nameOf = ({ application, userAgent }: Session) => application ?? describeBrowser(userAgent);

export function Sessions() {
  const { data, error } = useApi<{ data: Session[] }>(path, { everyMs: 60_000 });
  const end = useAction((id: string) => api.delete(`${path}/${id}`), {
    invalidates: [path],
    done: "The session has ended.",
  });
  return (
    <SectionCard
      title="Sessions"
      about="Where you are signed in, and which applications act for you. End any that you do not recognise, and change your password."
    >
      {error && <ErrorAlert error={error} />}
      {!data && !error && <Skeleton height={80} />}
      <Stack gap="md" component="ul" m={0} p={0} style={{ listStyle: "none" }} aria-label="Sessions">
        {data?.data.map((session) => (
          <Group key={session.id} component="li" justify="space-between" gap="sm">
            <div>
              <Group gap="xs">
                <Text size="sm" fw={550}>
                  {nameOf(session)}
                </Text>
                {session.current && (
                  <Badge color="green" variant="light" tt="none">
                    This one
                  </Badge>
                )}
                {session.application !== null && (
                  <Badge color="gray" variant="light" tt="none">
                    Application
                  </Badge>
                )}
              </Group>
              <Text size="xs" c="dimmed" component="div">
                {session.ip ?? "Address not known"} · last seen <Time at={session.lastSeenAt} /> · since{" "}
                <Time at={session.createdAt} as="day" />
              </Text>
            </div>
            {!session.current && (
              <Button
                size="compact-sm"
                variant="default"
                loading={end.isPending && end.variables === session.id}
                aria-label={`End the session of ${nameOf(session)}`}
                onClick={() => end.mutate(session.id)}
              >
                End
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </SectionCard>
  );
}
