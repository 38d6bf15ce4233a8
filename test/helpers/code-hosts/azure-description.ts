import { readFile } from "node:fs/promises";
import ajvFormats from "ajv-formats";
import { OpenAPIBackend } from "openapi-backend";
import type { FakeAnswer } from "./fake-server.ts";

/** What is checked against the host's published description of its API. */
export interface AzureDescription {
  /** What is wrong with a request that was taken, or with the answer to it; null when nothing is. */
  findProblem(exchange: DescribedExchange): string | null;
}

export interface DescribedExchange {
  operation: string;
  method: string;
  path: string;
  query: string;
  headers: Record<string, string | undefined>;
  body: unknown;
  answer: FakeAnswer;
}

interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  allOf?: Schema[];
  anyOf?: Schema[];
}

type Schemas = Record<string, Schema>;

const file = new URL("../../../../shared/api-descriptions/azure-devops-git.json", import.meta.url);

/** Parameters of real operations that the description of these leaves out. */
const undescribedParameters = ["includeParent"];
/** Described as something else than what is sent. */
const anyObjects = ["ReferenceLinks", "PropertiesCollection"];

let loaded: Promise<AzureDescription | null> | undefined;

/**
 * One for all scenes of a process: compiling takes longer than a scene. Null where the description is not on
 * this machine.
 */
export function loadAzureDescription(): Promise<AzureDescription | null> {
  loaded ??= readDescription();
  return loaded;
}

async function readDescription(): Promise<AzureDescription | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return null;
  const definition = JSON.parse(text);
  definition.components.schemas = makeStrict(definition.components.schemas);
  const api = new OpenAPIBackend({
    definition,
    apiRoot: "/",
    quick: true,
    coerceTypes: true,
    customizeAjv: (ajv) => ajvFormats.default(ajv).addFormat("int16", true).addFormat("T", true),
  });
  await api.init();
  return {
    findProblem: ({ operation, answer, ...exchange }) => {
      const request = {
        ...exchange,
        method: exchange.method.toLowerCase(),
        query: describedQuery(exchange.query),
        headers: exchange.headers as Record<string, string>,
      };
      const asked = problemOf(api.validateRequest(request, operation));
      if (asked !== null) return `the request is not as described: ${asked}`;
      // The answer is described for 200 only, also where the host's examples have 201.
      const status = operation === "Repositories_Create" ? answer.status : 200;
      const said = problemOf(api.validateResponse(unwrap(answer.body), operation, status));
      return said === null ? null : `the answer is not as described: ${said}`;
    },
  };
}

/** Lists are described without what they are wrapped in. */
function unwrap(body: unknown): unknown {
  return typeof body === "object" && body !== null && "count" in body && "value" in body ? body.value : body;
}

function describedQuery(query: string): string {
  const parameters = new URLSearchParams(query);
  for (const name of undescribedParameters) parameters.delete(name);
  return parameters.toString();
}

/**
 * Objects have all fields of what they are made of, and no others; what is not set may be null in answers.
 */
function makeStrict(schemas: Schemas): Schemas {
  const strict = Object.entries(schemas).map(([name, schema]): [string, Schema] => {
    if (anyObjects.includes(name)) return [name, { type: "object" }];
    const properties = allProperties(schemas, schema);
    if (schema.type !== "object" || Object.keys(properties).length === 0) return [name, schema];
    const { allOf: _, ...own } = schema;
    return [name, { ...own, properties: mapValues(properties, orNull), additionalProperties: false }];
  });
  return Object.fromEntries(strict);
}

function allProperties(schemas: Schemas, schema: Schema): Record<string, Schema> {
  const inherited = (schema.allOf ?? []).map(({ $ref = "" }) =>
    allProperties(schemas, schemas[$ref.split("/").at(-1)!] ?? {}),
  );
  return Object.assign({}, ...inherited, structuredClone(schema.properties));
}

function orNull(schema: Schema): Schema {
  return { anyOf: [schema, { type: "null" }] };
}

function mapValues<T>(values: Record<string, T>, map: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

function problemOf({ valid, errors }: { valid?: boolean; errors?: unknown[] | null }): string | null {
  return valid ? null : JSON.stringify(errors ?? "unknown");
}
