import { Code, Paper, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useApi } from "../../api/use-api.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { ErrorAlert } from "../../parts/error-alert.tsx";

interface ProjectInstructions {
  commit: string;
  data: { path: string; text: string; isCut: boolean }[];
}

/** What the repository tells every job, as a job that begins now would read it. */
export function Instructions({ projectId }: { projectId: string }) {
  const { data, error } = useApi<ProjectInstructions>(`/v2/manage/projects/${projectId}/instructions`);
  return (
    <Paper withBorder radius="md" p="lg" component="section" aria-labelledby="instructions">
      <Title order={2} id="instructions">
        Instructions of the repository
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        Each job reads these files of the base branch before it begins. Change them in the repository; jobs
        never do.
      </Text>
      {error && <ErrorAlert error={error} />}
      {!data && !error && <Skeleton height={120} />}
      {data?.data.length === 0 && (
        <EmptyState title="No instructions yet">
          Put tone, terms and structure into <Code>.copydesk/AGENTS.md</Code> of the repository: every job
          follows it.
        </EmptyState>
      )}
      <Stack>
        {data?.data.map(({ path, text, isCut }) => (
          <div key={path}>
            <Text size="sm" fw={600} mb={4}>
              {path}
              {isCut && " (its beginning; the rest is too long for a job)"}
            </Text>
            <CodeBlock label={path} code={text} />
          </div>
        ))}
      </Stack>
    </Paper>
  );
}
