import { Code, Text } from "@mantine/core";
import { CodeWords } from "../../parts/code-words.tsx";
import { TextLink } from "../../parts/links.tsx";
import { describeType, describeValue, fieldsOf, referenceOf } from "./describe-schema.ts";
import type { Schema } from "./openapi-types.ts";
import classes from "./reference.module.css";

export interface Field {
  name: string;
  type: string;
  required: boolean;
  about: string;
  example?: string;
  /** For an object, the schema of its content. */
  inner?: Schema;
}

export function Fields({ fields }: { fields: readonly Field[] }) {
  return (
    <dl className={classes.fields}>
      {fields.map(({ name, type, required, about, example, inner }) => (
        <FieldPair key={`${type} ${name}`} {...{ name, type, required, about, example, inner }} />
      ))}
    </dl>
  );
}

function FieldPair({ name, type, required, about, example, inner }: Field) {
  return (
    <>
      <dt>
        <Code>{name}</Code>
        <span className={classes.type}>
          {type}
          {required && ", required"}
        </span>
      </dt>
      <dd>
        <CodeWords text={about} />
        {example !== undefined && (
          <Text size="xs" c="dimmed">
            Example: <Code>{example}</Code>
          </Text>
        )}
        {inner && (
          <div className={classes.inner}>
            <SchemaFields schema={inner} />
          </div>
        )}
      </dd>
    </>
  );
}

/** Shows the fields of a schema, or a link to it if it has a name. */
export function SchemaFields({ schema }: { schema: Schema }) {
  const name = referenceOf(schema);
  if (name !== null) {
    return (
      <Text size="sm">
        Schema: <TextLink to={`/reference/${name}`}>{name}</TextLink>
      </Text>
    );
  }
  const { fields, required } = fieldsOf(schema);
  if (fields.length === 0) return <Text size="sm">{describeType(schema)}</Text>;
  return (
    <Fields
      fields={fields.map(([field, value]) => ({
        ...{
          name: field,
          type: describeType(value),
          required: required.has(field),
          about: describeValue(value),
        },
        ...(fieldsOf(value).fields.length > 0 && { inner: value }),
      }))}
    />
  );
}
