import { Code, List, Text } from "@mantine/core";
import { SectionCard } from "../../parts/section-card.tsx";

/** What the repository tells every job; it is written there, like the documentation itself. */
export function Instructions() {
  return (
    <SectionCard
      title="Instructions of the repository"
      about="Tone, terms and structure belong into the repository: each job reads these files of the base branch before it begins, in this order, 16,000 characters in all. Jobs never change them."
    >
      <List type="ordered" size="sm">
        {[".copydesk/AGENTS.md", "AGENTS.md", ".mintlify/AGENTS.md"].map((path) => (
          <List.Item key={path}>
            <Code>{path}</Code>
          </List.Item>
        ))}
      </List>
      <Text size="sm" c="dimmed" mt="sm">
        They add no permission: what a job may write is said above only.
      </Text>
    </SectionCard>
  );
}
