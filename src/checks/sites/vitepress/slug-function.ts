import { readRunPattern } from "../script/read-run-pattern.ts";
import type { ScriptValue } from "../script/script-values.ts";
import { findVariable, type Node, nameOf } from "../script/syntax-tree.ts";

type Slug = (text: string) => string;
type Transform = Extract<ScriptValue, { kind: "transform" }>;

const stepsMax = 40;
const forms: readonly string[] = ["NFC", "NFD", "NFKC", "NFKD"];

/**
 * Reads a function of a text that is one chain of replacements (`text.trim().replace(" ", "-")`). Null
 * for any other: nothing of it is run.
 */
export function readSlugFunction(value: Transform): Slug | null {
  const { body } = value;
  const [first, ...rest] = body.type === "BlockStatement" ? (body.body as Node[]) : [];
  if (body.type !== "BlockStatement") return readChain(value, body, 0);
  if (first?.type !== "ReturnStatement" || rest.length > 0) return null;
  return first.argument ? readChain(value, first.argument as Node, 0) : null;
}

function readChain(value: Transform, node: Node, depth: number): Slug | null {
  if (depth > stepsMax) return null;
  if (node.type === "Identifier") return node.name === value.parameter ? (text) => text : null;
  const callee = node.type === "CallExpression" ? (node.callee as Node) : null;
  if (callee?.type === "Identifier" && callee.name === "String") {
    const [given] = node.arguments as Node[];
    return given === undefined ? null : readChain(value, given, depth + 1);
  }
  if (callee?.type !== "MemberExpression" || callee.computed === true) return null;
  const before = readChain(value, callee.object as Node, depth + 1);
  const step = readStep(value, nameOf(callee.property as Node), node.arguments as Node[]);
  return before && step && ((text) => step(before(text)));
}

function readStep(value: Transform, method: string | null, inputs: readonly Node[]): Slug | null {
  if (method === "normalize") {
    const form = inputs.length === 0 ? "NFC" : textOf(inputs[0]);
    return form !== null && forms.includes(form) ? (text) => text.normalize(form) : null;
  }
  if (inputs.length === 0) {
    if (method === "toLowerCase") return (text) => text.toLowerCase();
    if (method === "trim") return (text) => text.trim();
    return method === "toString" ? (text) => text : null;
  }
  if ((method !== "replace" && method !== "replaceAll") || inputs.length !== 2) return null;
  const [sought, by] = [lookUp(value, inputs[0]!), textOf(inputs[1])];
  if (by === null) return null;
  if (sought.type === "RegExpLiteral") {
    const flags = sought.flags as string;
    // Of `replaceAll`, JavaScript wants a pattern that says so.
    if (method === "replaceAll" && flags !== "g") return null;
    return readRunPattern(sought.pattern as string, flags)?.(by) ?? null;
  }
  const part = textOf(sought);
  if (part === null || by.includes("$")) return null;
  return (text) => text[method](part, by);
}

/** Follows the name of a constant of the file. */
function lookUp({ around }: Transform, node: Node): Node {
  return (node.type === "Identifier" ? findVariable(around, node.name as string) : null) ?? node;
}

function textOf(node: Node | undefined): string | null {
  return node?.type === "StringLiteral" ? (node.value as string) : null;
}
