import { Button, Group, Stack, Text } from "@mantine/core";
import { type ManagedProject, testConnection } from "../../api/managed-project.ts";
import { useAction } from "../../api/use-api.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { SectionCard } from "../../parts/section-card.tsx";
import { Time } from "../../parts/time.tsx";
import { RepositoryFindings } from "./repository-findings.tsx";

export function ConnectionTest({ project }: { project: ManagedProject }) {
  const test = useAction(() => testConnection(project.id), { showError: false });
  const { data, error, isPending } = test;
  return (
    <SectionCard
      title="Connection"
      about="Reads the repository and asks the host about each permission, with what is stored now."
    >
      <Stack>
        {error && <ErrorAlert error={error} />}
        {data && <RepositoryFindings found={data} />}
        <Group>
          <Button variant="default" loading={isPending} onClick={() => test.mutate()}>
            {data ? "Test again" : "Test the connection"}
          </Button>
          {data && (
            <Text size="sm" c="dimmed" component="div">
              Checked <Time at={data.checkedAt} />
            </Text>
          )}
        </Group>
      </Stack>
    </SectionCard>
  );
}
