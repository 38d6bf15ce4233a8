import { runAtOnce, type Sliced } from "../../text/run-in-slices.ts";
import { describeErrors } from "./describe-errors.ts";
import { commonHeaders, describeHeaders, limitHeaders } from "./describe-headers.ts";
import { describeNeeds, describeSecurity, securitySchemes } from "./describe-security.ts";
import { describeWebhooks } from "./describe-webhooks.ts";
import { namedSchemas } from "./named-schemas.ts";
import type { ContentDescription, HeaderDescription, Operation, ResponseDescription } from "./operation.ts";
import { tags } from "./tags.ts";
import { describeSchema, type Json, toJsonSchema } from "./to-json-schema.ts";

export interface InstanceFacts {
  /** Path of the public URL, "" or "/prefix". */
  basePath?: string;
  /** E-mail address or page of the operator; null if not configured. */
  contact?: string | null;
}

/** Builds the OpenAPI 3.1 description of the operations from the schemas that validate their requests. */
export function buildOpenapi(operations: Operation[], version: string, facts: InstanceFacts = {}): Json {
  return runAtOnce(buildSliced(operations, version, facts));
}

/** The same in slices, for a process that has other work meanwhile. */
export function* buildSliced(
  operations: Operation[],
  version: string,
  { basePath = "", contact = null }: InstanceFacts,
): Sliced<Json> {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    yield;
    const path = paths[operation.path] ?? {};
    paths[operation.path] = { ...path, [operation.method]: describeOperation(operation) };
  }
  const schemas: Record<string, Json> = {};
  for (const [schema, { name, io }] of namedSchemas) {
    yield;
    schemas[name] = toJsonSchema(schema, io);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Copydesk",
      version,
      description: "Background documentation jobs: one prompt in, one checked pull request out.",
      contact: {
        name: "Operator of this instance",
        ...(contact !== null && (contact.includes("://") ? { url: contact } : { email: contact })),
      },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: basePath || "/" }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: describeWebhooks(),
    components: { schemas, securitySchemes },
  };
}

function describeOperation(operation: Operation): Json {
  const { id, tag, summary, description, body } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: `${description} ${describeNeeds(operation)}`.trim(),
    security: describeSecurity(operation),
    parameters: describeParameters(operation),
    ...(body && {
      requestBody: {
        required: !isOptional(body),
        content: { [body.type ?? "application/json"]: describeContent(body, "input") },
      },
    }),
    responses: { ...describeResponses(operation), ...describeErrors(operation) },
  };
}

/** An operation whose fields are all optional needs no body: see `registerOperation`. */
function isOptional({ type, schema }: NonNullable<Operation["body"]>): boolean {
  return type === undefined && schema.safeParse({}).success;
}

function describeParameters({ pathParameters, query, requestHeaders }: Operation): Json[] {
  const simple = (place: string, entries: Record<string, HeaderDescription> = {}): Json[] =>
    Object.entries(entries).map(([name, { description, example, pattern }]) => ({
      name,
      in: place,
      required: place === "path",
      description,
      schema: { type: "string", ...(pattern && { pattern }) },
      example,
    }));
  return [...simple("path", pathParameters), ...describeQuery(query), ...simple("header", requestHeaders)];
}

function describeQuery(query: Operation["query"]): Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = toJsonSchema(query.schema, "output") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    required: required.includes(name) && !("default" in schema),
    description: description ?? query.descriptions?.[name],
    // `name[key]=value`
    ...(schema.type === "object" && { style: "deepObject", explode: true }),
    schema,
    example: query.example[name],
  }));
}

function describeResponses({ responses, limit }: Operation): Json {
  const entries = Object.entries(responses).map(([status, response]) => [
    status,
    describeResponse(response, limit === undefined ? {} : limitHeaders(limit)),
  ]);
  return Object.fromEntries(entries);
}

function describeResponse(response: ResponseDescription, further: Record<string, HeaderDescription>): Json {
  const { description, headers = {}, content, otherContent } = response;
  const contents = [content, otherContent].filter((one) => one !== undefined);
  return {
    description,
    headers: describeHeaders({ ...commonHeaders, ...further, ...headers }),
    ...(contents.length > 0 && {
      content: Object.fromEntries(contents.map((one) => [one.type, describeContent(one, "output")])),
    }),
  };
}

function describeContent(content: Omit<ContentDescription, "type">, io: "input" | "output"): Json {
  return { schema: describeSchema(content.schema, io), example: content.example };
}
