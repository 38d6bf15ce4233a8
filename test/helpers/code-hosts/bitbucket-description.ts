import { readFile } from "node:fs/promises";
import ajvFormats from "ajv-formats";
import { OpenAPIBackend } from "openapi-backend";

/** What is checked against the host's published description of its API. */
export interface BitbucketDescription {
  /** What is wrong with the request; null when nothing is. */
  findRequestProblem(request: DescribedRequest): string | null;
  findAnswerProblem(operation: string, status: number, body: unknown): string | null;
}

export interface DescribedRequest {
  operation: string;
  method: string;
  /** Below the base of the API. */
  path: string;
  query: string;
  headers: Record<string, string | undefined>;
  body: unknown;
}

interface Schema {
  type?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  allOf?: Schema[];
  anyOf?: Schema[];
  items?: Schema;
}

interface Operation {
  parameters?: object[];
}

const file = new URL("../../../../shared/api-descriptions/bitbucket-cloud.json", import.meta.url);

/** Null where the description is not on this machine. */
export async function loadBitbucketDescription(): Promise<BitbucketDescription | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return null;
  const requests = await open(text, withoutType);
  const answers = await open(text, asAnswered);
  return {
    findRequestProblem({ operation, method, path, query, headers, body }) {
      const request = { method, path, query, headers: headers as Record<string, string>, body };
      return problemOf(requests.validateRequest(request, operation));
    },
    findAnswerProblem: (operation, status, body) =>
      problemOf(answers.validateResponse(body ?? null, operation, status)),
  };
}

async function open(text: string, change: (schema: Schema) => void): Promise<OpenAPIBackend> {
  const definition = JSON.parse(text);
  for (const { get } of Object.values<{ get?: Operation }>(definition.paths)) addListParameters(get);
  for (const schema of Object.values<Schema>(definition.components.schemas)) walk(schema, change);
  const api = new OpenAPIBackend({
    definition,
    apiRoot: "/",
    quick: true,
    coerceTypes: true,
    customizeAjv: (ajv) => ajvFormats.default(ajv),
  });
  return await api.init();
}

/** Those of all lists are described in words only. */
function addListParameters(operation: Operation | undefined): void {
  if (operation === undefined) return;
  const more = ["q", "sort", "page", "pagelen"].map((name) => ({
    name,
    in: "query",
    schema: { type: "string" },
  }));
  operation.parameters = [...(operation.parameters ?? []), ...more];
}

function walk(schema: Schema, change: (schema: Schema) => void): void {
  const inner = [...(schema.allOf ?? []), ...Object.values(schema.properties ?? {})];
  for (const part of schema.items === undefined ? inner : [...inner, schema.items]) walk(part, change);
  change(schema);
}

/** The description asks for `type` everywhere, its own examples of requests leave it out. */
function withoutType(schema: Schema): void {
  if (schema.required !== undefined) schema.required = schema.required.filter((name) => name !== "type");
}

/** Real answers have links that are not described, and null where there is nothing. */
function asAnswered(schema: Schema): void {
  delete schema.additionalProperties;
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    schema.properties![name] = { anyOf: [property, { type: "null" }] };
  }
}

function problemOf({ valid, errors }: { valid?: boolean; errors?: unknown[] | null }): string | null {
  return valid ? null : JSON.stringify(errors ?? "unknown");
}
