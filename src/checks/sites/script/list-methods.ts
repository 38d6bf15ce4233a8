import { type ScriptValue, sliceList } from "./script-values.ts";
import { findResult, type Node, nameOf } from "./syntax-tree.ts";

const unknown: ScriptValue = { kind: "unknown" };

type Bound = ReadonlyMap<string, ScriptValue>;

interface Reader {
  /** Reads a node, in which these names stand for values. */
  evaluate(node: Node, bound: Bound): Promise<ScriptValue>;
  findFunction(name: string): Node | null;
  /** Asked before each item that a function is given. */
  isWithinLimit(): boolean;
}

/**
 * Returns what `list.map(f)`, `list.flatMap(f)`, `list.concat(other)`, `list.slice(from, to)` and
 * `Object.entries(object)` result in, as far as it can be read; null of any other call.
 */
export async function readListMethod(node: Node, reader: Reader): Promise<ScriptValue | null> {
  const { type, computed, object, property } = node.callee as Node & { object: Node; property: Node };
  const given = node.arguments as Node[];
  const [first] = given;
  if (type !== "MemberExpression" || computed === true || first === undefined) return null;
  const evaluate = (one: Node) => reader.evaluate(one, new Map());
  const name = nameOf(property);
  if (name === "entries" && nameOf(object) === "Object") return entriesOf(await evaluate(first));
  const evaluateAll = async (nodes: readonly Node[]) => {
    const values: ScriptValue[] = [];
    // One after the other: an export that is being read is unknown.
    for (const one of nodes) values.push(await evaluate(one));
    return values;
  };
  if (name === "concat") return joinLists(await evaluateAll([object, ...given]));
  if (name === "slice") return sliceList(await evaluate(object), await evaluateAll(given));
  if (name !== "map" && name !== "flatMap") return null;
  const list = await evaluate(object);
  if (list.kind !== "list") return unknown;
  const items = await mapItems(list.items, first, reader);
  if (items === null) return unknown;
  if (name === "map") return { kind: "list", items, isOpen: list.isOpen };
  return joinLists(list.isOpen ? [...items, unknown] : items);
}

async function mapItems(
  items: readonly ScriptValue[],
  given: Node,
  reader: Reader,
): Promise<ScriptValue[] | null> {
  const found = given.type === "Identifier" ? reader.findFunction(nameOf(given)!) : given;
  const mapper = found === null ? null : readMapper(found);
  if (mapper === null) return null;
  const mapped: ScriptValue[] = [];
  for (const item of items) {
    if (!reader.isWithinLimit()) return null;
    mapped.push(await reader.evaluate(mapper.value, mapper.bind(item)));
  }
  return mapped;
}

/** Returns the name and value of each member, as `Object.entries` does. */
function entriesOf(value: ScriptValue): ScriptValue {
  if (value.kind !== "object") return unknown;
  const items = [...value.members].map(([key, one]): ScriptValue => {
    const place = value.places.get(key);
    const name: ScriptValue = place === undefined ? unknown : { kind: "value", value: key, place };
    return { kind: "list", items: [name, one], isOpen: false };
  });
  return { kind: "list", items, isOpen: value.isOpen };
}

function joinLists(lists: readonly ScriptValue[]): ScriptValue {
  const isKnown = (one: ScriptValue) => one.kind === "list" && !one.isOpen;
  const items = lists.flatMap((one) => (one.kind === "list" ? one.items : []));
  return { kind: "list", items, isOpen: !lists.every(isKnown) };
}

/**
 * Returns what a function without statements of its own results in, and a function that says what its names
 * stand for when it is given an item of a list; null if it is another one.
 */
function readMapper(node: Node): { value: Node; bind(item: ScriptValue): Map<string, ScriptValue> } | null {
  const isFunction = /^(?:ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(node.type);
  const found = isFunction && node.async !== true ? findResult(node) : null;
  const [parameter, ...further] = isFunction ? (node.params as Node[]) : [];
  if (found === null || found.constants.length > 0 || parameter === undefined) return null;
  const names = readPattern(parameter);
  if (names === null || !further.every(({ type }) => type === "Identifier")) return null;
  const others = further.map((one): [string, ScriptValue] => [nameOf(one)!, unknown]);
  return {
    value: found.value,
    bind: (item) => new Map([...others, ...names.map(([name, read]) => [name, read(item)] as const)]),
  };
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
