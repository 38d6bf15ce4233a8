import type { Place } from "../../model/place.ts";
import type { SiteContext } from "../../model/site.ts";
import { readMapper, readTransform } from "./apply-function.ts";
import { findExport, findImport } from "./find-export.ts";
import { limitValue } from "./limit-value.ts";
import { readListMethod } from "./list-methods.ts";
import { literalOf, placeOfMember, spotOf } from "./script-place.ts";
import { openScope, type Reading, type Scope } from "./script-scope.ts";
import { joinTexts, memberOf, type ScriptValue } from "./script-values.ts";
import { spreadInto } from "./spread-into.ts";
import {
  findDestructured,
  findImported,
  findReturned,
  findVariable,
  type ImportRoots,
  isUndefined,
  type Node,
  nameOf,
  nameOfCallee,
  requiredBy,
} from "./syntax-tree.ts";

const mappedMax = 20_000;
const stepsMax = 200_000;
const depthMax = 60;
const unknown: ScriptValue = { kind: "unknown" };

/**
 * Returns an export of a JavaScript or TypeScript file, read from its syntax tree; nothing is run. `readFrom`
 * lists the files that were read for it.
 */
export async function readScript(
  context: SiteContext,
  path: string,
  name = "default",
  roots: ImportRoots = {},
): Promise<{ value: ScriptValue; readFrom: string[] }> {
  const reading: Reading = { context, readFrom: new Set(), roots, mapped: 0, steps: 0, exports: new Map() };
  const value = await readExport(reading, path, name);
  return { value, readFrom: [...reading.readFrom] };
}

/** An export that is being read is unknown to what it consists of. */
async function readExport(reading: Reading, path: string, name: string): Promise<ScriptValue> {
  const key = `${path} ${name}`;
  if (!reading.exports.has(key)) {
    reading.exports.set(key, unknown);
    reading.exports.set(key, await findValue(reading, path, name));
  }
  return reading.exports.get(key)!;
}

async function findValue(reading: Reading, path: string, name: string): Promise<ScriptValue> {
  const scope = await openScope(reading, path);
  if (scope === null) return unknown;
  const found = findExport(scope.body, name);
  if ("node" in found) return evaluate(scope, found.node);
  if ("whole" in found) return memberOf(await evaluate(scope, found.whole), name);
  for (const { source, name: inner } of found.elsewhere) {
    const value = await readImported(scope, source, inner);
    if (value.kind !== "unknown") return value;
  }
  return unknown;
}

async function evaluate(scope: Scope, node: Node): Promise<ScriptValue> {
  if (scope.depth > depthMax || ++scope.reading.steps > stepsMax) return unknown;
  const inner = { ...scope, depth: scope.depth + 1 };
  const read = readers[node.type];
  return read === undefined ? unknown : limitValue(await read(inner, node));
}

const readers: Record<string, (scope: Scope, node: Node) => ScriptValue | Promise<ScriptValue>> = {
  StringLiteral: (scope, node) => literalOf(scope, node, node.value as string),
  NumericLiteral: (scope, node) => literalOf(scope, node, node.value as number),
  BooleanLiteral: (scope, node) => literalOf(scope, node, node.value as boolean),
  NullLiteral: (scope, node) => literalOf(scope, node, null),
  RegExpLiteral: (_, node) => ({ kind: "pattern", source: node.pattern as string }),
  TemplateLiteral: readTemplate,
  BinaryExpression: readSum,
  ArrayExpression: readList,
  ObjectExpression: readObject,
  Identifier: readIdentifier,
  MemberExpression: readMember,
  CallExpression: readCall,
  ArrowFunctionExpression: readFunction,
  FunctionExpression: readFunction,
  FunctionDeclaration: readFunction,
  ObjectMethod: readFunction,
  TSAsExpression: readTyped,
  TSSatisfiesExpression: readTyped,
  TSNonNullExpression: readTyped,
  ConditionalExpression: async (scope, node) => ({
    kind: "either",
    options: [await evaluate(scope, node.consequent as Node), await evaluate(scope, node.alternate as Node)],
  }),
  LogicalExpression: async (scope, node) =>
    node.operator === "&&"
      ? { kind: "either", options: [await evaluate(scope, node.right as Node)] }
      : unknown,
  AwaitExpression: (scope, node) => evaluate(scope, node.argument as Node),
};

function readTyped(scope: Scope, node: Node): Promise<ScriptValue> {
  return evaluate(scope, node.expression as Node);
}

async function readTemplate(scope: Scope, node: Node): Promise<ScriptValue> {
  const [first, ...rest] = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
  // One text would stand for several.
  if (rest.length > 0 && scope.bound !== undefined) return unknown;
  let text = first!;
  for (const [index, one] of (node.expressions as Node[]).entries()) {
    const inserted = await evaluate(scope, one);
    if (inserted.kind !== "value") return unknown;
    text += `${inserted.value}${rest[index]}`;
  }
  return literalOf(scope, node, text);
}

async function readSum(scope: Scope, node: Node): Promise<ScriptValue> {
  if (node.operator !== "+") return unknown;
  const left = await evaluate(scope, node.left as Node);
  const right = await evaluate(scope, node.right as Node);
  // What a name stands for is written elsewhere, perhaps for others as well.
  return (node.right as Node).type === "StringLiteral" ? joinTexts(left, right) : unknown;
}

async function readList(scope: Scope, node: Node): Promise<ScriptValue> {
  const items: ScriptValue[] = [];
  let isOpen = false;
  for (const one of node.elements as (Node | null)[]) {
    if (one === null) continue;
    if (one.type !== "SpreadElement") items.push(await evaluate(scope, one));
    else {
      const spread = await evaluate(scope, one.argument as Node);
      if (spread.kind !== "list") isOpen = true;
      else {
        items.push(...spread.items);
        isOpen ||= spread.isOpen;
      }
    }
  }
  return { kind: "list", items, isOpen, at: spotOf(scope, node) };
}

async function readObject(scope: Scope, node: Node): Promise<ScriptValue> {
  const members = new Map<string, ScriptValue>();
  const places = new Map<string, Place>();
  let isOpen = false;
  for (const one of node.properties as Node[]) {
    if (one.type === "SpreadElement") {
      isOpen = spreadInto(members, await evaluate(scope, one.argument as Node)) || isOpen;
      continue;
    }
    const key = one.computed === true ? await readKey(scope, one.key as Node) : nameOf(one.key as Node);
    if (key === null) isOpen = true;
    else if (isUndefined(one.value as Node | undefined)) members.delete(key);
    else {
      members.set(key, await evaluate(scope, one.type === "ObjectProperty" ? (one.value as Node) : one));
      if (one.computed !== true) places.set(key, placeOfMember(scope, one));
    }
  }
  return { kind: "object", members, places, isOpen, at: spotOf(scope, node) };
}

async function readIdentifier(scope: Scope, node: Node): Promise<ScriptValue> {
  if (isUndefined(node)) return { kind: "absent" };
  const name = node.name as string;
  const given = scope.bound?.get(name);
  if (given !== undefined) return given;
  const found = findVariable(scope.body, name);
  if (found !== null) return evaluate({ ...scope, bound: undefined }, found);
  const taken = findDestructured(scope.body, name);
  if (taken !== null) return readMemberOf({ ...scope, bound: undefined }, taken.from, taken.key);
  const imported = findImport(scope.body, name);
  if (imported === null) return name === "__dirname" ? { kind: "folder", from: scope.path } : unknown;
  const { source } = imported;
  const isPackage = /^(?:@[\w-]+\/)?\w/.test(source);
  return isPackage ? { kind: "package", source } : readImported(scope, source, imported.name);
}

async function readImported(scope: Scope, source: string, name: string): Promise<ScriptValue> {
  const path = findImported(scope.reading.context.files, scope.path, source, scope.reading.roots);
  return path === null ? unknown : readExport(scope.reading, path, name);
}

async function readMember(scope: Scope, node: Node): Promise<ScriptValue> {
  const property = node.property as Node;
  const name = node.computed === true ? await readKey(scope, property) : nameOf(property);
  return name === null ? unknown : readMemberOf(scope, node.object as Node, name);
}

/** Of a file that is required, an export may have the name. */
async function readMemberOf(scope: Scope, node: Node, name: string): Promise<ScriptValue> {
  const source = requiredBy(node);
  const exported = source === null ? unknown : await readImported(scope, source, name);
  return exported.kind === "unknown" ? memberOf(await evaluate(scope, node), name) : exported;
}

/** Returns what stands in brackets (`[key]`) as the name of a member; null if it is computed. */
async function readKey(scope: Scope, node: Node): Promise<string | null> {
  const key = await evaluate(scope, node);
  return key.kind === "value" && key.value !== null ? String(key.value) : null;
}

async function readFunction(scope: Scope, node: Node): Promise<ScriptValue> {
  const [parameter, ...further] = node.params as Node[];
  const [name, around] = [parameter?.type === "Identifier" ? (parameter.name as string) : null, scope.body];
  if (name !== null && further.length === 0 && node.async !== true)
    return { kind: "transform", parameter: name, body: node.body as Node, around, from: scope.path };
  const found = findReturned(node);
  if (found === null) return unknown;
  const inner = { ...scope, body: [...found.constants, ...scope.body] };
  return { kind: "function", returned: await evaluate(inner, found.value), from: scope.path };
}

async function readCall(scope: Scope, node: Node): Promise<ScriptValue> {
  const mapped = await readListMethod(node, {
    evaluate: (one, bound) => evaluate({ ...scope, bound: new Map([...(scope.bound ?? []), ...bound]) }, one),
    findFunction: (name) => findVariable(scope.body, name),
    isWithinLimit: () => ++scope.reading.mapped <= mappedMax,
  });
  if (mapped !== null) return mapped;
  const callee = node.callee as Node;
  const name = nameOfCallee(callee);
  const given = node.arguments as Node[];
  const inputs: ScriptValue[] = [];
  for (const one of given) inputs.push(await evaluate(scope, one));
  const called = callee.type === "MemberExpression" ? unknown : await evaluate(scope, callee);
  if (called.kind === "function" && given.length === 0) return called.returned;
  const result = given.length > 0 ? await readResult(scope, callee, called, inputs) : unknown;
  if (result.kind === "list" || result.kind === "object") return result;
  const [first] = inputs;
  if (name === "require" && first?.kind === "value" && typeof first.value === "string")
    return readImported(scope, first.value, "default");
  // `require.resolve("./x")` names a file.
  if (name === "resolve" && callee.type === "MemberExpression" && nameOf(callee.object as Node) === "require")
    return first ?? unknown;
  const source = called.kind === "package" ? called.source : null;
  const { from } = "from" in called ? called : { from: scope.path };
  return name === null ? unknown : { kind: "call", name, inputs, source, from };
}

/** Reads what a function of the site returns, which may depend on what it is given. */
async function readResult(
  scope: Scope,
  callee: Node,
  called: ScriptValue,
  given: readonly ScriptValue[],
): Promise<ScriptValue> {
  const name = callee.type === "Identifier" ? nameOf(callee) : null;
  const own = name === null || scope.bound?.has(name) ? null : findVariable(scope.body, name);
  const far = own === null && called.kind === "transform" && called.from !== scope.path ? called : null;
  const mapper = own ? readMapper(own) : far && readTransform(far);
  if (mapper === null || ++scope.reading.mapped > mappedMax) return unknown;
  const around = far === null ? scope : await openScope(scope.reading, far.from);
  return around === null
    ? unknown
    : evaluate({ ...around, depth: scope.depth, bound: mapper.bind(...given) }, mapper.value);
}
