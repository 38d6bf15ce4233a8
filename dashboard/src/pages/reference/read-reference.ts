import type { Media, OpenapiDocument, OpenapiOperation, OpenapiResponse } from "./openapi-types.ts";

export interface ReferenceOperation extends OpenapiOperation {
  id: string;
  method: string;
  path: string;
  group: string;
}

export interface ReferenceGroup {
  name: string;
  description: string;
  operations: ReferenceOperation[];
}

/** Returns the operations by group, in the order of the document's tags, without empty groups. */
export function readReference(document: OpenapiDocument): ReferenceGroup[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      group: operation.tags[0] ?? "Other",
      responses: mapValues(operation.responses, (response) => readResponse(document, response)),
    })),
  );
  const named = document.tags.map(({ name, description }) => ({ name, description }));
  const known = new Set(named.map(({ name }) => name));
  const others = [...new Set(operations.map(({ group }) => group))].filter((name) => !known.has(name));
  return [...named, ...others.map((name) => ({ name, description: "" }))]
    .map((group) => ({ ...group, operations: operations.filter((one) => one.group === group.name) }))
    .filter(({ operations: found }) => found.length > 0);
}

/** Resolves responses and examples that several operations share and that the document holds once. */
function readResponse({ components }: OpenapiDocument, response: OpenapiResponse): OpenapiResponse {
  const read = lookUp(components.responses, response);
  if (read.content === undefined) return read;
  const readMedia = (media: Media): Media =>
    media.examples === undefined
      ? media
      : { ...media, examples: mapValues(media.examples, (example) => lookUp(components.examples, example)) };
  return { ...read, content: mapValues(read.content, readMedia) };
}

function lookUp<T extends { $ref?: string }>(shared: Record<string, T> | undefined, one: T): T {
  const name = one.$ref?.split("/").at(-1);
  return name === undefined ? one : (shared?.[name] ?? one);
}

function mapValues<T, U>(values: Record<string, T>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
