import { readFile } from "node:fs/promises";
import ajvFormats from "ajv-formats";
import { OpenAPIBackend } from "openapi-backend";
import type { GiteaFlavour } from "./gitea-state.ts";

/** What is checked against the host's published description of its API. */
export interface GiteaDescription {
  /** What is wrong with the request; null when nothing is. */
  findRequestProblem(request: DescribedRequest): string | null;
  findAnswerProblem(operation: string, status: number, body: unknown): string | null;
}

export interface DescribedRequest {
  operation: string;
  method: string;
  /** Below the base of the API; several segments of one parameter joined by %2F. */
  path: string;
  query: string;
  headers: Record<string, string | undefined>;
  body: unknown;
}

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  anyOf?: Schema[];
}

const folder = new URL("../../../../shared/api-descriptions/", import.meta.url);

const loaded = new Map<GiteaFlavour, Promise<GiteaDescription | null>>();

/**
 * One for all scenes of a process: compiling takes longer than a scene. Null where the descriptions are not
 * on this machine.
 */
export function loadGiteaDescription(flavour: GiteaFlavour): Promise<GiteaDescription | null> {
  const found = loaded.get(flavour) ?? readDescription(flavour);
  loaded.set(flavour, found);
  return found;
}

async function readDescription(flavour: GiteaFlavour): Promise<GiteaDescription | null> {
  const text = await readFile(new URL(`${flavour}.json`, folder), "utf8").catch(() => null);
  if (text === null) return null;
  const definition = JSON.parse(text);
  makeStrict(definition.components.schemas);
  const api = new OpenAPIBackend({
    definition,
    apiRoot: "/",
    quick: true,
    coerceTypes: true,
    customizeAjv: (ajv) => ajvFormats.default(ajv),
  });
  await api.init();
  return {
    findRequestProblem({ operation, method, path, query, headers, body }) {
      const request = { method, path, query, headers: headers as Record<string, string>, body };
      return problemOf(api.validateRequest(request, operation));
    },
    findAnswerProblem: (operation, status, body) => {
      // A folder's list of entries is described as one entry.
      if (operation === "repoGetContents" && Array.isArray(body)) return null;
      return body === undefined ? null : problemOf(api.validateResponse(body, operation, status));
    },
  };
}

/**
 * Bodies of requests know no other fields; in answers everything may be null, as Go writes what is not set.
 */
function makeStrict(schemas: Record<string, Schema>): void {
  for (const [name, schema] of Object.entries(schemas)) {
    if (schema.type !== "object") continue;
    if (/Options?$|^ChangeFileOperation$/.test(name)) schema.additionalProperties = false;
    else schema.properties = mapValues(schema.properties ?? {}, orNull);
  }
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
