import type { ScriptValue } from "./script-values.ts";
import { isUndefined, type Node, nameOf } from "./syntax-tree.ts";

type Transform = Extract<ScriptValue, { kind: "transform" }>;
/** What a piece of the function gives for the path of a page. */
type Text = (path: string) => string;
type Test = (path: string) => boolean;

interface Sought {
  part: string;
  isStart: boolean;
  isEnd: boolean;
  isAll: boolean;
}

interface Names {
  parameter: string;
  constants: ReadonlyMap<string, Text>;
  /** Reads what the function returns. */
  readResult(names: Names, node: Node): Text | null;
  /** What may still be read: after each test without a result, the rest is read twice. */
  budget: { left: number };
}

const stepsMax = 40;
const readsMax = 2_000;
/** Slashes, words, dots and hyphens, escaped or not, at any place or only at one of the ends. */
const plainPattern = /^(\^?)((?:[\w/-]|\\[/.-])+)(\$?)$/;

/**
 * Reads a function of a path that only tests how it begins, ends or what it has, and cuts, joins and replaces
 * plain text. Null for any other: nothing of it is run. What it returns for a path may be empty.
 */
export function readPathFunction({ parameter, body }: Transform): ((path: string) => string) | null {
  return readBody(namesOf(parameter, readText), body);
}

/** The same, of a function that returns a path, a list of paths or nothing. */
export function readPathsFunction({ parameter, body }: Transform): ((path: string) => string[]) | null {
  const read = readBody(namesOf(parameter, readPaths), body);
  return read && ((path) => read(path).split("\n").filter(Boolean));
}

function namesOf(parameter: string, readResult: Names["readResult"]): Names {
  return { parameter, constants: new Map(), readResult, budget: { left: readsMax } };
}

function readBody(names: Names, body: Node): Text | null {
  return body.type === "BlockStatement"
    ? readSteps(names, body.body as Node[])
    : names.readResult(names, body);
}

/** Joins paths by line breaks, which none has. */
function readPaths(names: Names, node: Node): Text | null {
  if (isUndefined(node) || node.type === "NullLiteral") return () => "";
  if (node.type === "ConditionalExpression") {
    const test = readTest(names, node.test as Node);
    const then = readPaths(names, node.consequent as Node);
    const other = readPaths(names, node.alternate as Node);
    return test && then && other && ((path) => (test(path) ? then(path) : other(path)));
  }
  if (node.type !== "ArrayExpression") return readText(names, node);
  const items = (node.elements as (Node | null)[]).map((one) => one && readText(names, one));
  return items.every((item) => item !== null) ? (path) => items.map((item) => item(path)).join("\n") : null;
}

function readSteps(names: Names, statements: readonly Node[]): Text | null {
  const [first, ...rest] = statements;
  names.budget.left -= 1;
  if (statements.length > stepsMax || names.budget.left < 0) return null;
  if (first === undefined) return () => "";
  if (first.type === "BlockStatement") return readSteps(names, [...(first.body as Node[]), ...rest]);
  if (first.type === "ReturnStatement")
    return first.argument ? names.readResult(names, first.argument as Node) : () => "";
  if (first.type === "VariableDeclaration") {
    const constants = readConstants(names, first);
    return constants && readSteps({ ...names, constants }, rest);
  }
  if (first.type !== "IfStatement") return null;
  const test = readTest(names, first.test as Node);
  const then = readSteps(names, [first.consequent as Node, ...rest]);
  const other = readSteps(names, first.alternate ? [first.alternate as Node, ...rest] : rest);
  return test && then && other && ((path) => (test(path) ? then(path) : other(path)));
}

function readConstants(names: Names, { kind, declarations }: Node): Map<string, Text> | null {
  const constants = new Map(names.constants);
  for (const { id, init } of declarations as { id: Node; init: Node | null }[]) {
    const text = kind === "const" && init ? readText({ ...names, constants }, init) : null;
    if (text === null || id.type !== "Identifier") return null;
    constants.set(id.name as string, text);
  }
  return constants;
}

function readText(names: Names, node: Node): Text | null {
  if (node.type === "StringLiteral") return () => node.value as string;
  if (node.type === "Identifier") {
    const name = node.name as string;
    return names.constants.get(name) ?? (name === names.parameter ? (path) => path : null);
  }
  if (node.type === "TemplateLiteral") return readTemplate(names, node);
  if (node.type === "BinaryExpression" && node.operator === "+") {
    const [left, right] = [readText(names, node.left as Node), readText(names, node.right as Node)];
    return left && right && ((path) => left(path) + right(path));
  }
  if (node.type === "ConditionalExpression") {
    const test = readTest(names, node.test as Node);
    const then = readText(names, node.consequent as Node);
    const other = readText(names, node.alternate as Node);
    return test && then && other && ((path) => (test(path) ? then(path) : other(path)));
  }
  return readCut(names, node);
}

function readTemplate(names: Names, { quasis, expressions }: Node): Text | null {
  const texts = (quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
  const parts = (expressions as Node[]).map((one) => readText(names, one));
  if (!parts.every((part) => part !== null)) return null;
  return (path) => texts.map((text, index) => text + (parts[index]?.(path) ?? "")).join("");
}

/** `text.slice(3)`, `text.replace("a", "b")`. */
function readCut(names: Names, node: Node): Text | null {
  const call = readMethod(names, node);
  if (call === null) return null;
  const { text, method, inputs } = call;
  if (method === "slice" || method === "substring") {
    const [start, end] = inputs.map(numberOf);
    if (inputs.length === 0 || inputs.length > 2 || start === null || end === null) return null;
    return (path) => text(path)[method](start!, end);
  }
  const [pattern, replacement] = inputs;
  if (!/^replace(?:All)?$/.test(method) || inputs.length !== 2) return null;
  const by = replacement!.type === "StringLiteral" ? (replacement!.value as string) : "$";
  const sought = readPattern(pattern!);
  if (sought === null || by.includes("$")) return null;
  // Of `replaceAll`, JavaScript wants a pattern that says so.
  if (method === "replaceAll" && pattern!.type !== "StringLiteral" && !sought.isAll) return null;
  const all = { ...sought, isAll: method === "replaceAll" || sought.isAll };
  return (path) => replace(text(path), all, by);
}

function readTest(names: Names, node: Node): Test | null {
  if (node.type === "UnaryExpression" && node.operator === "!") {
    const test = readTest(names, node.argument as Node);
    return test && ((path) => !test(path));
  }
  if (node.type === "LogicalExpression" && node.operator !== "??") {
    const [left, right] = [readTest(names, node.left as Node), readTest(names, node.right as Node)];
    const isBoth = node.operator === "&&";
    return left && right && ((path) => (isBoth ? left(path) && right(path) : left(path) || right(path)));
  }
  if (node.type === "BinaryExpression" && /^[!=]==?$/.test(node.operator as string)) {
    const [left, right] = [readText(names, node.left as Node), readText(names, node.right as Node)];
    const isSame = (node.operator as string).startsWith("=");
    return left && right && ((path) => (left(path) === right(path)) === isSame);
  }
  return readMatch(names, node);
}

/** `text.startsWith("a")`, `/^a/.test(text)`. */
function readMatch(names: Names, node: Node): Test | null {
  const callee = node.type === "CallExpression" ? (node.callee as Node) : null;
  const object = callee?.type === "MemberExpression" ? (callee.object as Node) : null;
  if (object?.type === "RegExpLiteral" && nameOf(callee!.property as Node) === "test") {
    const [given] = node.arguments as Node[];
    const [text, sought] = [given ? readText(names, given) : null, readPattern(object)];
    // With the flag `g`, a pattern remembers where it was.
    if (text === null || sought === null || object.flags !== "") return null;
    return (path) => has(text(path), sought);
  }
  const call = readMethod(names, node);
  const [part] = call?.inputs ?? [];
  if (call === null || part === undefined || call.inputs.length !== 1) return null;
  const [{ text, method }, sought] = [call, readText(names, part)];
  if (sought === null) return null;
  if (method === "startsWith") return (path) => text(path).startsWith(sought(path));
  if (method === "endsWith") return (path) => text(path).endsWith(sought(path));
  return method === "includes" ? (path) => text(path).includes(sought(path)) : null;
}

function readMethod(names: Names, node: Node): { text: Text; method: string; inputs: Node[] } | null {
  const callee = node.type === "CallExpression" ? (node.callee as Node) : null;
  if (callee?.type !== "MemberExpression" || callee.computed === true) return null;
  const text = readText(names, callee.object as Node);
  const method = nameOf(callee.property as Node);
  return text === null || method === null ? null : { text, method, inputs: node.arguments as Node[] };
}

function readPattern({ type, value, pattern, flags }: Node): Sought | null {
  if (type === "StringLiteral") return { part: value as string, isStart: false, isEnd: false, isAll: false };
  const isPlain = type === "RegExpLiteral" && /^g?$/.test(flags as string);
  const found = isPlain ? plainPattern.exec(pattern as string) : null;
  if (found === null) return null;
  const [, start, text, end] = found;
  return { part: text!.replaceAll("\\", ""), isStart: start !== "", isEnd: end !== "", isAll: flags === "g" };
}

function has(text: string, { part, isStart, isEnd }: Sought): boolean {
  if (isStart && isEnd) return text === part;
  if (isStart) return text.startsWith(part);
  return isEnd ? text.endsWith(part) : text.includes(part);
}

function replace(text: string, sought: Sought, by: string): string {
  const { part, isStart, isEnd, isAll } = sought;
  if (!has(text, sought)) return text;
  if (isStart) return by + text.slice(part.length);
  if (isEnd) return text.slice(0, -part.length) + by;
  return isAll ? text.replaceAll(part, by) : text.replace(part, by);
}

function numberOf(node: Node): number | null {
  if (node.type === "NumericLiteral") return node.value as number;
  const isNegative = node.type === "UnaryExpression" && node.operator === "-";
  const argument = isNegative ? (node.argument as Node) : null;
  return argument?.type === "NumericLiteral" ? -(argument.value as number) : null;
}
