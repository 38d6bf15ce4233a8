import { Alert, Code, List, Text } from "@mantine/core";
import { AlertIcon } from "@primer/octicons-react";
import { isProblem } from "../api/problem-error.ts";

/** Shows the service's refusal with each field that it named and, for the operator, the request's id. */
export function ErrorAlert({ error, title }: { error: unknown; title?: string }) {
  const problem = isProblem(error) ? error : null;
  const detail = problem?.detail ?? (error instanceof Error ? error.message : String(error));
  return (
    <Alert color="red" icon={<AlertIcon size={16} />} title={title} role="alert">
      <Text size="sm">{detail}</Text>
      {problem && problem.errors.length > 0 && (
        <List size="sm" mt={4}>
          {problem.errors.map(({ path, message }) => (
            <List.Item key={`${path} ${message}`}>
              {path !== "" && <Code>{path}</Code>} {message}
            </List.Item>
          ))}
        </List>
      )}
      {problem && problem.status >= 500 && problem.requestId && (
        <Text size="xs" mt={4}>
          Request <Code>{problem.requestId}</Code>
        </Text>
      )}
    </Alert>
  );
}
