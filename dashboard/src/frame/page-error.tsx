import { Button, Code, Group, Text } from "@mantine/core";
import { isProblem } from "../api/problem-error.ts";
import { MessagePage } from "./message-page.tsx";

/** Shows the error of a page that failed to render or whose code could not be loaded. */
export function PageError({ error }: { error: unknown }) {
  const problem = isProblem(error) ? error : null;
  const isOutdated = /dynamically imported module|module script/i.test(String(error));
  return (
    <MessagePage title={isOutdated ? "Copydesk was updated" : "This page could not be shown"}>
      <Text c="dimmed">
        {isOutdated
          ? "The page that you opened belongs to an earlier version. Load it again to go on."
          : (problem?.detail ?? "Something went wrong on the page itself. Loading it again may help.")}
      </Text>
      {problem?.requestId && (
        <Text size="sm" c="dimmed">
          Request <Code>{problem.requestId}</Code>
        </Text>
      )}
      <Group mt="sm">
        <Button onClick={() => location.reload()}>Load it again</Button>
      </Group>
    </MessagePage>
  );
}
