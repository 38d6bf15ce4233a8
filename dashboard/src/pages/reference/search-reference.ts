import type { ReferenceGroup, ReferenceOperation } from "./read-reference.ts";

/**
 * The groups with what has every word of the text, in its title, path, name or description. An empty text
 * finds everything.
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
