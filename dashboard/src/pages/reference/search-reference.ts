import type { ReferenceGroup, ReferenceOperation } from "./read-reference.ts";

/**
 * Returns the groups with the entries that contain every word of the text in their title, path, name or
 * description. An empty text matches everything.
 */
export function searchReference(groups: readonly ReferenceGroup[], text: string): ReferenceGroup[] {
  const words = text.toLowerCase().split(" ").filter(Boolean);
  if (words.length === 0) return [...groups];
  return groups
    .map((group) => ({ ...group, operations: group.operations.filter((one) => hasAll(one, words)) }))
    .filter(({ operations }) => operations.length > 0);
}

function hasAll(operation: ReferenceOperation, words: readonly string[]): boolean {
  const { summary, path, id, method, group, description = "", parameters = [] } = operation;
  const names = parameters.map(({ name }) => name).join(" ");
  const searched = `${summary} ${path} ${id} ${method} ${group} ${description} ${names}`.toLowerCase();
  return words.every((word) => searched.includes(word));
}
