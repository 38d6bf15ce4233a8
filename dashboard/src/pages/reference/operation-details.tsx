import { Anchor, Badge, Code, Stack, Text, Title } from "@mantine/core";
import { basePath } from "../../base-path.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { CodeWords } from "../../parts/code-words.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { instanceAddress } from "../../parts/instance-address.ts";
import { SnippetTabs } from "../../parts/snippet-tabs.tsx";
import { curlOf } from "./curl-of.ts";
import { Fields, SchemaFields } from "./fields.tsx";
import { javascriptOf } from "./javascript-of.ts";
import type { Media } from "./openapi-types.ts";
import type { ReferenceOperation } from "./read-reference.ts";
import classes from "./reference.module.css";
import { Responses } from "./responses.tsx";

export function OperationDetails({ operation }: { operation: ReferenceOperation }) {
  const { summary, method, path, description, parameters = [], requestBody } = operation;
  const origin = instanceAddress();
  const snippets = [{ title: "curl", code: curlOf(operation, origin) }, javascriptOf(operation, origin)];
  return (
    <div className={classes.operation}>
      <Stack gap="xs">
        <Title order={2}>{summary}</Title>
        <div className={classes.endpoint}>
          <Badge variant="default" radius="sm">
            {method}
          </Badge>
          <Code>{path}</Code>
          <CopyButton value={path} name="the path" />
        </div>
        <Text size="sm">
          <CodeWords text={description} />
        </Text>
      </Stack>
      <div className={classes.example}>
        <SnippetTabs snippets={snippets} />
      </div>
      <Stack gap="lg">
        {parameters.length > 0 && (
          <Section title="Parameters">
            <Fields
              fields={parameters.map(
                ({ name, in: place, required = false, description: about = "", example }) => ({
                  ...{ name, type: place, required, about },
                  ...(example !== undefined && { example: String(example) }),
                }),
              )}
            />
          </Section>
        )}
        {Object.entries(requestBody?.content ?? {}).map(([type, media]) => (
          <Section key={type} title={`Body: ${type}`}>
            <MediaDetails media={media} />
          </Section>
        ))}
        <Section title="Responses">
          <Responses responses={operation.responses} />
        </Section>
        <Text size="sm" c="dimmed">
          Every error is a problem document with a stable code;{" "}
          <Anchor inherit underline="always" href={`${basePath}/errors`}>
            cause and cure of each
          </Anchor>
          .
        </Text>
      </Stack>
    </div>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}

function MediaDetails({ media }: { media: Media }) {
  const example = media.example ?? Object.values(media.examples ?? {})[0]?.value;
  return (
    <Stack gap="sm">
      {media.schema && <SchemaFields schema={media.schema} />}
      {example !== undefined && (
        <CodeBlock
          label="Example"
          code={typeof example === "string" ? example : JSON.stringify(example, null, 2)}
        />
      )}
    </Stack>
  );
}
