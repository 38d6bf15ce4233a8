/** A leaf value or a list; undefined if absent. */
export interface DiffLine {
  path: string;
  before: unknown;
  after: unknown;
}

/**
 * Returns the differences between two values, one line per leaf, by its dotted path. Lists are compared as a
 * whole; null counts as absent.
 */
export function auditDiff(before: unknown, after: unknown): DiffLine[] {
  const [old, now] = [leavesOf(before), leavesOf(after)];
  const paths = [...new Set([...old.keys(), ...now.keys()])];
  return paths
    .map((path) => ({ path, before: old.get(path), after: now.get(path) }))
    .filter((line) => JSON.stringify(line.before) !== JSON.stringify(line.after));
}

function leavesOf(value: unknown, path = ""): Map<string, unknown> {
  if (value === undefined || value === null) return new Map();
  if (!isObject(value)) return new Map([[path, value]]);
  const inner = Object.entries(value).flatMap(([key, field]) => [
    ...leavesOf(field, path === "" ? key : `${path}.${key}`),
  ]);
  return new Map(inner);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
