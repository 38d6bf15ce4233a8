import { Group, Text } from "@mantine/core";
import { LinkButton } from "../parts/links.tsx";
import { MessagePage } from "./message-page.tsx";
import { PageError } from "./page-error.tsx";

/** In place of a page whose job or pull request could not be loaded. */
export function RecordError({ error, what }: { error: unknown; what: "job" | "pull request" }) {
  if ((error as { status?: number } | null)?.status !== 404) return <PageError error={error} />;
  return (
    <MessagePage title={`There is no such ${what}`} code="404">
      <Text c="dimmed">The address may be mistyped, or the job was deleted.</Text>
      <Group mt="sm">
        <LinkButton to="/jobs">See all jobs</LinkButton>
      </Group>
    </MessagePage>
  );
}
