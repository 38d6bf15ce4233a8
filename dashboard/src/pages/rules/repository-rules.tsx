import { Badge, Code, Group, List, ScrollArea, Skeleton, Stack, Text } from "@mantine/core";
import type { InstructionsPreview } from "../../../../sdk/src/generated-types.ts";
import { useApi } from "../../api/use-api.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { FoldedCard } from "../../parts/folded-card.tsx";
import { PolicyCard } from "./policy-card.tsx";

/**
 * Shows the repository's instructions for every job, which are written there like the documentation itself.
 */
export function RepositoryRules({ projectId }: { projectId: string }) {
  const { data, error } = useApi<InstructionsPreview>(
    `/v2/manage/projects/${encodeURIComponent(projectId)}/instructions`,
  );
  return (
    <Stack gap="sm">
      {data && <PolicyCard policy={data.policy} />}
      <Instructions data={data} error={error} />
    </Stack>
  );
}

function Instructions({ data, error }: { data: InstructionsPreview | undefined; error: Error | null }) {
  return (
    <FoldedCard
      id="instructions"
      title="Instructions of the repository"
      value={data && (data.files.map(({ path }) => path).join(", ") || "None")}
      about="Tone, terms and structure belong in the repository: each job reads these files of the base branch before it begins, in this order, 16,000 characters in all. Jobs never change them."
    >
      <List type="ordered" size="sm">
        {[".copydesk/AGENTS.md", "AGENTS.md", ".mintlify/AGENTS.md"].map((path) => (
          <List.Item key={path}>
            <Code>{path}</Code>
          </List.Item>
        ))}
      </List>
      <Text size="sm" c="dimmed" my="sm">
        They add no permission: what a job may write is said above only.
      </Text>
      {error && <ErrorAlert error={error} />}
      {!data && !error && <Skeleton height={80} />}
      {data && <Shown preview={data} />}
    </FoldedCard>
  );
}

function Shown({ preview }: { preview: InstructionsPreview }) {
  if (preview.text === null)
    return (
      <Text size="sm">The base branch has none of them: jobs follow the style of the pages around.</Text>
    );
  return (
    <Stack gap="sm">
      <Group gap="xs">
        {preview.files.map(({ path, characters, usedCharacters }) => (
          <Badge key={path} variant="light" color={usedCharacters < characters ? "orange" : "gray"} tt="none">
            {path}: {usedCharacters.toLocaleString()} of {characters.toLocaleString()} characters
          </Badge>
        ))}
      </Group>
      {preview.isCut && (
        <Text size="sm">
          Jobs do not get what is beyond the limit: shorten the files, or move the most important part up.
        </Text>
      )}
      <ScrollArea.Autosize
        mah={360}
        viewportProps={{ tabIndex: 0, role: "region", "aria-label": "What jobs get" }}
      >
        <Code block>{preview.text}</Code>
      </ScrollArea.Autosize>
    </Stack>
  );
}
