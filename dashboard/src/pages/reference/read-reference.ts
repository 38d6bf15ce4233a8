import type { OpenapiDocument, OpenapiOperation } from "./openapi-types.ts";

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

/** The operations by group, in the order of the document's tags; groups without operations are left out. */
export function readReference(document: OpenapiDocument): ReferenceGroup[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      group: operation.tags[0] ?? "Other",
    })),
  );
  const named = document.tags.map(({ name, description }) => ({ name, description }));
  const known = new Set(named.map(({ name }) => name));
  const others = [...new Set(operations.map(({ group }) => group))].filter((name) => !known.has(name));
  return [...named, ...others.map((name) => ({ name, description: "" }))]
    .map((group) => ({ ...group, operations: operations.filter((one) => one.group === group.name) }))
    .filter(({ operations: found }) => found.length > 0);
}
