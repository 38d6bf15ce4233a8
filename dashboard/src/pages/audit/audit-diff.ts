export interface DiffLine {
  path: string;
  before: string | null;
  after: string | null;
}

/**
 * What differs between two values, one line for each leaf, by its dotted path. Lists are compared as a whole.
 */
export function auditDiff(before: unknown, after: unknown): DiffLine[] {
  const [old, now] = [leavesOf(before), leavesOf(after)];
  const paths = [...new Set([...old.keys(), ...now.keys()])];
  return paths
    .map((path) => ({ path, before: old.get(path) ?? null, after: now.get(path) ?? null }))
    .filter((line) => line.before !== line.after);
}

function leavesOf(value: unknown, path = ""): Map<string, string> {
  if (value === undefined || (value === null && path === "")) return new Map();
  if (!isObject(value) || Object.keys(value).length === 0) return new Map([[path, textOf(value)]]);
  const inner = Object.entries(value).flatMap(([key, field]) => [
    ...leavesOf(field, path === "" ? key : `${path}.${key}`),
  ]);
  return new Map(inner);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
