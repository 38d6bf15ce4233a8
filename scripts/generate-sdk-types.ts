/** `node scripts/generate-sdk-types.ts`: writes the client library's types from the OpenAPI document. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { compile } from "json-schema-to-typescript";
import { buildOpenapi } from "../src/server/openapi/build-openapi.ts";
import { operations } from "../src/server/routes/openapi.ts";

export const sdkTypesFile = join(import.meta.dirname, "../sdk/src/generated-types.ts");

const banner = `// Made by scripts/generate-sdk-types.ts from the OpenAPI document. Do not edit.
// biome-ignore-all lint/style/noExcessiveLinesPerFile: one file, as one document.
// biome-ignore-all lint/complexity/noBannedTypes: the document has objects without fields.
`;

type Schema = Record<string, unknown>;

interface DescribedOperation {
  operationId: string;
  tags: string[];
  security: Record<string, unknown>[];
  summary: string;
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

interface Description {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Schema> };
}

// Some are called by code hosts, with bodies and signatures of their own; others are pages for people.
const otherCallers = new Set([
  ...["receiveHostWebhook", "receiveTriggerDelivery", "receiveSlack", "getPullRequestJob"],
]);

interface ListedOperation {
  method: string;
  path: string;
  operation: DescribedOperation;
}

/** Operations for management keys. */
const managedTags = new Set(["Projects", "Keys", "Webhooks of projects", "Triggers", "Oversight"]);

/**
 * Lists every operation that a program can call with an API key, a management key or no key, with its method
 * and path.
 */
export function listSdkOperations(): ListedOperation[] {
  return listJsonOperations().filter(({ operation: { security, tags } }) => {
    const isOpen = security.length === 0 || security.some((one) => "apiKey" in one);
    return (isOpen && tags[0] !== "People") || managedTags.has(tags[0]!);
  });
}

/** Lists these and the operations that need a session; pages for people are left out. */
function listJsonOperations(): ListedOperation[] {
  return (
    Object.entries(describe().paths)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
      )
      .filter(({ operation }) => !otherCallers.has(operation.operationId))
      // The client follows streams with `listJobEvents`, which every version of the service knows.
      .filter(({ operation }) => answerContent(operation)?.type !== "text/event-stream")
      .filter(({ operation }) => answerContent(operation)?.type !== "text/html")
      // Pages show images by their addresses.
      .filter(({ operation }) => answerContent(operation)?.type !== "image/*")
  );
}

/** Returns the text of `sdk/src/generated-types.ts`. */
export async function generateSdkTypes(): Promise<string> {
  const { schemas } = describe().components;
  const definitions: Record<string, Schema> = { ...schemas };
  const entries: Record<string, Schema> = {};
  const aliases: string[] = [];
  const ofSdk = new Set(listSdkOperations().map(({ operation }) => operation.operationId));
  for (const { method, path, operation } of listJsonOperations()) {
    const name = operation.operationId[0]?.toUpperCase() + operation.operationId.slice(1);
    const parts = {
      query: querySchema(operation),
      body: bodySchema(operation),
      answer: answerContent(operation)?.schema ?? { type: "null" },
    };
    const properties: Record<string, Schema> = {
      method: { const: method.toUpperCase() },
      path: { const: path },
      type: { const: answerContent(operation)?.type ?? null },
    };
    for (const [part, schema] of Object.entries(parts)) {
      if (schema === undefined) continue;
      const own = `${name}${part[0]?.toUpperCase()}${part.slice(1)}`;
      const named = String(schema.$ref ?? "").replace("#/components/schemas/", "");
      if (named !== "" && named !== own && named !== "JobRecord")
        aliases.push(`export type ${own} = ${named};`);
      if (schema.type === "object") definitions[own] = schema;
      properties[part] = schema.type === "object" ? { $ref: `#/definitions/${own}` } : schema;
    }
    // The types for the dashboard's requests are included too, though the client has no method for them.
    if (!ofSdk.has(operation.operationId)) continue;
    entries[operation.operationId] = { description: operation.summary, ...closedObject(properties) };
  }
  const root = {
    description: "What each operation takes and answers.",
    ...closedObject(entries),
    definitions,
  };
  const text = await compile(JSON.parse(withTypes(root)), "Operations", {
    additionalProperties: false,
    bannerComment: banner,
    ignoreMinAndMaxItems: true,
    unknownAny: true,
    unreachableDefinitions: true,
    style: { printWidth: 110 },
  });
  const messages = Object.keys(schemas).filter((name) => name.endsWith("Message"));
  const union = `/** What webhooks get; the type tells which. */\nexport type WebhookMessage =\n${messages.map((name) => `  | ${name}`).join("\n")};`;
  return [tidyComments(text), union, ...aliases, ""].join("\n");
}

function describe(): Description {
  return buildOpenapi(operations, "0.0.0") as unknown as Description;
}

function querySchema({ parameters }: DescribedOperation): Schema | undefined {
  const query = parameters.filter((parameter) => parameter.in === "query");
  if (query.length === 0) return undefined;
  const properties = query.map(
    ({ name, description, schema }) => [name, { description, ...schema }] as const,
  );
  const required = query.filter((parameter) => parameter.required).map(({ name }) => name);
  return { ...closedObject(Object.fromEntries(properties)), required };
}

function bodySchema({ requestBody }: DescribedOperation): Schema | undefined {
  return requestBody?.content["application/json"]?.schema;
}

/** Returns the media type and schema of a successful response. */
function answerContent({ responses }: DescribedOperation): { type: string; schema: Schema } | undefined {
  const good = Object.entries(responses).find(([status, { content }]) => /^2/.test(status) && content);
  const [entry] = Object.entries(good?.[1].content ?? {});
  return entry && { type: entry[0], schema: entry[1].schema };
}

function closedObject(properties: Record<string, Schema>): Schema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

/**
 * Returns the schema as JSON with references inside this file; values that later versions may add to are
 * strings, with the known ones named.
 */
function withTypes(schema: Schema): string {
  const text = JSON.stringify(schema, (_key, value) => {
    const choice = value?.not?.not?.enum;
    if (choice !== undefined) return { description: value.description, enum: choice };
    // Lets the compiler discriminate the kinds that the document describes.
    if (value?.not !== undefined) return { tsType: `\`\${string}(unknown to this version)\`` };
    if (Object.keys(value ?? {}).join() === "description" && typeof value.description === "string")
      return { ...value, tsType: "unknown" };
    const known = value?.["x-extensible-enum"];
    if (!Array.isArray(known)) return value;
    const { description } = value as Schema;
    return { description, tsType: `${known.map((one) => JSON.stringify(one)).join(" | ")} | (string & {})` };
  });
  return text.replaceAll('"#/components/schemas/', '"#/definitions/');
}

/** Removes comments that only say how the schemas are joined, and puts one-line comments on one line. */
function tidyComments(text: string): string {
  return text
    .replace(
      / *\/\*\*\n(?: *\* .*\n *\*\n)* *\* This interface was referenced by .*\n *\* via the .*\n *\*\/\n/g,
      "",
    )
    .replace(/^( *)\/\*\*\n *\* (.*)\n *\*\/$/gm, "$1/** $2 */")
    .trim()
    .concat("\n");
}

if (import.meta.main) await writeFile(sdkTypesFile, await generateSdkTypes());
