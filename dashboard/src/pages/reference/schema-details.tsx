import { Stack, Text, Title } from "@mantine/core";
import { CodeWords } from "../../parts/code-words.tsx";
import { SchemaFields } from "./fields.tsx";
import type { Schema } from "./openapi-types.ts";

export function SchemaDetails({ name, schema }: { name: string; schema: Schema }) {
  const variants = schema.oneOf ?? [];
  return (
    <Stack gap="md">
      <Title order={2}>{name}</Title>
      {schema.description && (
        <Text size="sm">
          <CodeWords text={schema.description} />
        </Text>
      )}
      {variants.length === 0 && <SchemaFields schema={schema} />}
      {variants.map((variant) => (
        <SchemaFields key={JSON.stringify(variant).slice(0, 200)} schema={variant} />
      ))}
    </Stack>
  );
}
