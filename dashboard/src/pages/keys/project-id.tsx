import { Code, Group, Paper, Text } from "@mantine/core";
import { CopyButton } from "../../parts/copy-button.tsx";

export function ProjectId({ id }: { id: string }) {
  return (
    <Paper withBorder p="md" radius="md">
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <div style={{ minWidth: 0 }}>
          <Text size="sm" fw={600}>
            Project ID
          </Text>
          <Code style={{ overflowWrap: "anywhere" }} data-testid="project-id">
            {id}
          </Code>
        </div>
        <CopyButton value={id} name="the project id" />
      </Group>
    </Paper>
  );
}
