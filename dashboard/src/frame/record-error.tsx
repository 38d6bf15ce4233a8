import { Group, Text } from "@mantine/core";
import { LinkButton } from "../parts/links.tsx";
import { MessagePage } from "./message-page.tsx";
import { PageError } from "./page-error.tsx";

const texts = {
  job: "The address may be mistyped, or the job was deleted.",
  "pull request": "The address may be mistyped, or the job was deleted.",
  project: "The address may be mistyped, the project was removed, or you do not belong to its organisation.",
};

/** Shown in place of a page whose data could not be loaded. */
export function RecordError({ error, what }: { error: unknown; what: keyof typeof texts }) {
  if ((error as { status?: number } | null)?.status !== 404) return <PageError error={error} />;
  return (
    <MessagePage title={`There is no such ${what}`} code="404">
      <Text c="dimmed">{texts[what]}</Text>
      <Group mt="sm">
        <LinkButton to={what === "project" ? "/" : "/jobs"}>
          {what === "project" ? "Go to the inbox" : "See all jobs"}
        </LinkButton>
      </Group>
    </MessagePage>
  );
}
