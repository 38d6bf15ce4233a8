import { Accordion, Anchor, Badge, Code, Group, Stack, Text } from "@mantine/core";
import { basePath } from "../../base-path.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { CodeWords } from "../../parts/code-words.tsx";
import { SchemaFields } from "./fields.tsx";
import type { Media, OpenapiResponse } from "./openapi-types.ts";

export function Responses({ responses }: { responses: Record<string, OpenapiResponse> }) {
  return (
    <Accordion variant="contained" multiple chevronPosition="left">
      {Object.entries(responses).map(([status, response]) => (
        <Accordion.Item key={status} value={status}>
          <Accordion.Control>
            <Group gap="xs" wrap="nowrap" align="baseline">
              <Badge
                variant="light"
                color={status.startsWith("2") ? "green" : "gray"}
                radius="sm"
                miw="max-content"
              >
                {status}
              </Badge>
              <Text size="sm" span>
                <CodeWords text={response.description} />
              </Text>
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            <ResponseDetails response={response} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

function ResponseDetails({ response: { headers = {}, content = {} } }: { response: OpenapiResponse }) {
  return (
    <Stack gap="sm">
      {Object.entries(content).map(([type, media]) => (
        <ContentDetails key={type} type={type} media={media} />
      ))}
      <Text size="xs" c="dimmed">
        Headers: {Object.keys(headers).join(", ")}
      </Text>
    </Stack>
  );
}

function ContentDetails({ type, media }: { type: string; media: Media }) {
  const { schema, example, examples = {} } = media;
  const shown = example ?? Object.values(examples)[0]?.value;
  const isProblem = type === "application/problem+json";
  return (
    <Stack gap="xs">
      <Code>{type}</Code>
      {isProblem ? <CodeLinks codes={Object.keys(examples)} /> : schema && <SchemaFields schema={schema} />}
      {shown !== undefined && (
        <CodeBlock
          label={`Example of ${type}`}
          code={typeof shown === "string" ? shown : JSON.stringify(shown, null, 2)}
        />
      )}
    </Stack>
  );
}

function CodeLinks({ codes }: { codes: readonly string[] }) {
  return (
    <Group gap="xs">
      {codes.map((code) => (
        <Anchor key={code} size="sm" href={`${basePath}/errors/${code}`}>
          <Code>{code}</Code>
        </Anchor>
      ))}
    </Group>
  );
}
