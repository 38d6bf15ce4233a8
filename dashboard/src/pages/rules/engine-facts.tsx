import { Code, Paper, Text, Title } from "@mantine/core";

/** Another agent is set on the machine itself: its command runs on the workers. */
export function EngineFacts({ settings }: { settings: Record<string, unknown> }) {
  const engine = settings.engine as { command?: string[] } | undefined;
  return (
    <Paper withBorder radius="md" p="lg" component="section" aria-labelledby="engine">
      <Title order={2} id="engine">
        Agent
      </Title>
      <Text size="sm" c="dimmed">
        {engine === undefined
          ? "Copydesk's own agent edits. Another one can be set on the machine that runs Copydesk, as it is a program there: "
          : "Another agent edits. It is set on the machine that runs Copydesk, as it is a program there: "}
        <Code>copydesk project set --engine</Code>
      </Text>
      {engine?.command && (
        <Code block mt="sm">
          {engine.command.join(" ")}
        </Code>
      )}
    </Paper>
  );
}
