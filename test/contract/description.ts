/** The parts of an OpenAPI 3.1 document that the contract tests read. */

export type Schema = Record<string, unknown>;

export interface DescribedMedia {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface DescribedHeader {
  description: string;
  required?: boolean;
  schema: Schema;
  example?: unknown;
}

export interface DescribedParameter extends DescribedHeader {
  name: string;
  in: "path" | "query" | "header";
}

export interface DescribedResponse {
  description: string;
  headers?: Record<string, DescribedHeader>;
  content?: Record<string, DescribedMedia>;
}

export interface DescribedOperation {
  operationId: string;
  tags: string[];
  description: string;
  security: Record<string, unknown>[];
  parameters: DescribedParameter[];
  requestBody?: { required: boolean; content: Record<string, DescribedMedia> };
  responses: Record<string, DescribedResponse>;
}

export interface Description {
  openapi: string;
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Schema> } & Partial<Record<SharedKind, Record<string, unknown>>>;
}

type SharedKind = "responses" | "headers" | "examples";

export interface Operation extends DescribedOperation {
  method: string;
  path: string;
}

export function listOperations({ paths }: Description): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
}

/** The schema itself, or the one that it refers to. */
export function resolveSchema({ components }: Description, schema: Schema): Schema {
  const name = /^#\/components\/schemas\/(\w+)$/.exec(String(schema.$ref ?? ""))?.[1];
  if (name === undefined) return schema;
  const found = components.schemas[name];
  if (found === undefined) throw new Error(`the document has no schema ${name}`);
  return found;
}

/**
 * The document with its shared responses, headers and examples where they are referred to. Schemas stay
 * references.
 */
export function inlineComponents(document: Description): Description {
  const inline = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(inline);
    const [, kind, name] =
      /^#\/components\/(responses|headers|examples)\/(\w+)$/.exec(
        String("$ref" in value ? value.$ref : ""),
      ) ?? [];
    if (kind === undefined || name === undefined)
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inline(part)]));
    const found = document.components[kind as SharedKind]?.[name];
    if (found === undefined) throw new Error(`the document has no ${kind} ${name}`);
    return inline(found);
  };
  return { ...document, paths: inline(document.paths) as Description["paths"] };
}
