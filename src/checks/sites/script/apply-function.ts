import type { ScriptValue } from "./script-values.ts";
import { findResult, type Node, nameOf } from "./syntax-tree.ts";

const unknown: ScriptValue = { kind: "unknown" };

interface Mapper {
  value: Node;
  /** Says what the names of the function stand for if it is given these values. */
  bind(...given: ScriptValue[]): Map<string, ScriptValue>;
}

/**
 * Returns what a function results in that does nothing else, but for members that it gives to its parameters;
 * null if it is another one.
 */
export function readMapper(node: Node): Mapper | null {
  const isFunction = /^(?:ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(node.type);
  if (!isFunction || node.async === true || node.generator === true) return null;
  const set = new Set<string>();
  const found = findResult(node, (statement) => findSet(statement, set));
  const parameters = (node.params as Node[]).map(readPattern);
  if (found === null || found.constants.length > 0) return null;
  const parts = parameters.filter((one) => one !== null);
  const names = parts.flat().map(([name]) => name);
  const isOwn = [...set].every((path) => names.includes(path.split(".")[0]!));
  if (parts.length < parameters.length || !isOwn) return null;
  const read = ([name, readPart]: Part, given: ScriptValue): [string, ScriptValue] => [
    name,
    withUnknown(
      readPart(given),
      [...set].flatMap((path) => afterName(path, name)),
    ),
  ];
  return {
    value: found.value,
    bind: (...given) =>
      new Map(parts.flatMap((part, at) => part.map((one) => read(one, given[at] ?? unknown)))),
  };
}

/** The same, of a function of one value. */
export function readTransform({
  parameter,
  body,
}: Extract<ScriptValue, { kind: "transform" }>): Mapper | null {
  const name = { type: "Identifier", name: parameter, start: body.start, end: body.start };
  return readMapper({ ...body, type: "ArrowFunctionExpression", params: [name], body });
}

/** Adds `name.member` for `name.member = …`, also behind a condition; false of any other statement. */
function findSet(statement: Node, set: Set<string>): boolean {
  if (statement.type === "IfStatement")
    return [statement.consequent, statement.alternate].every((one) => !one || findSet(one as Node, set));
  if (statement.type === "BlockStatement")
    return (statement.body as Node[]).every((one) => findSet(one, set));
  const { type, left } = (statement.expression ?? {}) as Partial<Node>;
  if (type !== "AssignmentExpression" || (left as Node).type !== "MemberExpression") return false;
  const { object, property, computed } = left as Node;
  const name = (object as Node).type === "Identifier" ? nameOf(object as Node) : null;
  if (name === null || computed === true) return false;
  set.add(`${name}.${nameOf(property as Node)}`);
  return true;
}

function afterName(path: string, name: string): string[] {
  return path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : [];
}

function withUnknown(value: ScriptValue, names: readonly string[]): ScriptValue {
  if (names.length === 0) return value;
  if (value.kind !== "object") return unknown;
  const members = new Map(value.members);
  for (const name of names) members.set(name, unknown);
  return { ...value, members };
}

type Part = [name: string, read: (item: ScriptValue) => ScriptValue];

/** Returns the names of a parameter: one, or those of `{ from, to: target }` or `[from, to]`. */
function readPattern(parameter: Node): Part[] | null {
  if (parameter.type === "Identifier") return [[parameter.name as string, (item) => item]];
  const parts: (Part | null)[] = [];
  if (parameter.type === "ObjectPattern")
    for (const one of parameter.properties as Node[]) {
      const key = one.type === "ObjectProperty" && one.computed !== true ? nameOf(one.key as Node) : null;
      parts.push(
        readPart(key === null ? null : (one.value as Node), (item) =>
          item.kind === "object" ? item.members.get(key!) : undefined,
        ),
      );
    }
  else if (parameter.type === "ArrayPattern")
    for (const [index, one] of (parameter.elements as (Node | null)[]).entries())
      parts.push(readPart(one, (item) => (item.kind === "list" ? item.items[index] : undefined)));
  else return null;
  return parts.every((part) => part !== null) ? parts : null;
}

function readPart(node: Node | null, read: (item: ScriptValue) => ScriptValue | undefined): Part | null {
  return node?.type === "Identifier" ? [node.name as string, (item) => read(item) ?? unknown] : null;
}
