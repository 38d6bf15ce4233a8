import { Anchor, Grid, Stack, Text } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useApi } from "../../api/use-api.ts";
import { basePath } from "../../base-path.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { PageBody } from "../../parts/page-body.tsx";
import { PageHeader } from "../../parts/page-header.tsx";
import type { OpenapiDocument } from "./openapi-types.ts";
import { OperationDetails } from "./operation-details.tsx";
import { OperationList } from "./operation-list.tsx";
import { readReference } from "./read-reference.ts";
import { ReferenceSidebar } from "./reference-sidebar.tsx";
import { SchemaDetails } from "./schema-details.tsx";
import { searchReference } from "./search-reference.ts";

/**
 * `/reference` lists the operations, `/reference/createJob` shows one of them, `/reference/JobRecord` a
 * schema.
 */
export default function ReferencePage() {
  const { name } = useParams({ strict: false }) as { name?: string };
  const { data, error } = useApi<OpenapiDocument>("/openapi.json");
  const [text, setText] = useState("");
  const groups = useMemo(() => (data === undefined ? [] : readReference(data)), [data]);
  const found = useMemo(() => searchReference(groups, text), [groups, text]);
  const operation = groups.flatMap(({ operations }) => operations).find(({ id }) => id === name);
  const schema = name === undefined ? undefined : data?.components.schemas[name];
  return (
    <PageBody width="full">
      <PageHeader
        title="API reference"
        windowTitle={operation?.summary ?? (schema && name) ?? "API reference"}
        description={<About />}
      />
      {error && <ErrorAlert error={error} />}
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 3 }}>
          <ReferenceSidebar
            groups={found}
            text={text}
            onSearch={setText}
            current={name}
            schemas={data?.components.schemas}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 9 }}>
          {operation && <OperationDetails key={operation.id} operation={operation} />}
          {schema && name && <SchemaDetails name={name} schema={schema} />}
          {data && name === undefined && <OperationList groups={found} />}
          {data && name !== undefined && !operation && !schema && (
            <EmptyState title="There is no such operation or schema">
              <Text size="sm">{name} is not part of this version of the API.</Text>
            </EmptyState>
          )}
        </Grid.Col>
      </Grid>
    </PageBody>
  );
}

function About() {
  return (
    <Stack gap={0} component="span">
      <span>
        As a document:{" "}
        <Anchor inherit underline="always" href={`${basePath}/openapi.json`}>
          openapi.json
        </Anchor>
        . Errors:{" "}
        <Anchor inherit underline="always" href={`${basePath}/errors`}>
          all codes
        </Anchor>
        . For TypeScript and JavaScript:{" "}
        <Anchor inherit underline="always" href={`${basePath}/sdk.tgz`}>
          the client
        </Anchor>
        , which npm installs from this address.
      </span>
    </Stack>
  );
}
