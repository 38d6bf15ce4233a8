import { Group, Text } from "@mantine/core";
import { LinkButton } from "../parts/links.tsx";
import { MessagePage } from "./message-page.tsx";

export function PageNotFound() {
  return (
    <MessagePage title="There is no such page" code="404">
      <Text c="dimmed">The address may be mistyped, or what it showed was removed.</Text>
      <Group mt="sm">
        <LinkButton to="/">Go to the inbox</LinkButton>
        <LinkButton to="/jobs" variant="default">
          See all jobs
        </LinkButton>
      </Group>
    </MessagePage>
  );
}
