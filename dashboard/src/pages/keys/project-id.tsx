import { Code, Group, Paper, Text } from "@mantine/core";
import { CopyButton } from "../../parts/copy-button.tsx";

export function ProjectId({ id }: { id: string }) {
  return (
    <Paper withBorder p="md" radius="md">
      <Text size="sm" fw={600}>
        Project ID
      </Text>
      <Group wrap="nowrap" gap="xs">
        <Code style={{ overflowWrap: "anywhere" }} data-testid="project-id">
          {id}
        </Code>
        <CopyButton value={id} name="the project ID" />
      </Group>
    </Paper>
  );
}
