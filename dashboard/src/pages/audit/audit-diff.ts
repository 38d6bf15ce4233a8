/** A value that nothing is inside of, or a list; undefined: there was none. */
export interface DiffLine {
  path: string;
  before: unknown;
  after: unknown;
}

/**
 * What differs between two values, one line for each leaf, by its dotted path. Lists are compared as a whole;
 * what is null is not there.
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
