import { readMapper } from "./apply-function.ts";
import { type ScriptValue, sliceList } from "./script-values.ts";
import { type Node, nameOf } from "./syntax-tree.ts";

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
 * `Object.entries(object)`, `.keys` and `.values` result in, as far as it can be read; null of any other
 * call.
 */
export async function readListMethod(node: Node, reader: Reader): Promise<ScriptValue | null> {
  const { type, computed, object, property } = node.callee as Node & { object: Node; property: Node };
  const given = node.arguments as Node[];
  const [first] = given;
  if (type !== "MemberExpression" || computed === true || first === undefined) return null;
  const evaluate = (one: Node) => reader.evaluate(one, new Map());
  const name = nameOf(property);
  if (nameOf(object) === "Object" && (name === "entries" || name === "keys" || name === "values"))
    return membersOf(await evaluate(first), name);
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

/** Returns the name and value of each member, or one of both. */
function membersOf(value: ScriptValue, what: "entries" | "keys" | "values"): ScriptValue {
  if (value.kind !== "object") return unknown;
  const items = [...value.members].map(([key, one]): ScriptValue => {
    const place = value.places.get(key);
    const name: ScriptValue = place === undefined ? unknown : { kind: "value", value: key, place };
    if (what !== "entries") return what === "keys" ? name : one;
    return { kind: "list", items: [name, one], isOpen: false };
  });
  return { kind: "list", items, isOpen: value.isOpen };
}

function joinLists(lists: readonly ScriptValue[]): ScriptValue {
  const isKnown = (one: ScriptValue) => one.kind === "list" && !one.isOpen;
  const items = lists.flatMap((one) => (one.kind === "list" ? one.items : []));
  return { kind: "list", items, isOpen: !lists.every(isKnown) };
}
