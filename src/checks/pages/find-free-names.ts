import { type Node, Parser } from "acorn";
import jsx from "acorn-jsx";

export interface FreeName {
  name: string;
  at: number;
}

const parser = Parser.extend(jsx());
const options = { ecmaVersion: "latest", sourceType: "module", allowAwaitOutsideFunction: true } as const;

/** Values without names: numbers, texts, and lists or objects of them need no parser. */
const literal = /^[\s\d.,:[\]"'+-]*$|^\s*(?:true|false|null|undefined)\s*$|^\s*(?:"[^"\\]*"|'[^'\\]*')\s*$/;
const listOfTexts = /^\s*\[(?:[\s,]|"[^"\\\n]*"|'[^'\\\n]*')*\]\s*$/;

/**
 * Returns names that an expression uses without declaring them, with their offsets; empty if it cannot be
 * parsed. A declaration anywhere in the expression counts for all of it.
 */
export function findFreeNames(code: string): FreeName[] {
  if (literal.test(code) || listOfTexts.test(code)) return [];
  let root: Node;
  try {
    root = parser.parseExpressionAt(`(${code}\n)`, 0, options);
  } catch {
    return [];
  }
  const used: FreeName[] = [];
  const declared = new Set<string>();
  walk(root as Tree, null, "", { used, declared });
  return used.filter(({ name }) => !declared.has(name)).map(({ name, at }) => ({ name, at: at - 1 }));
}

interface Tree extends Node {
  [key: string]: unknown;
}

interface Found {
  used: FreeName[];
  declared: Set<string>;
}

function walk(node: Tree, parent: Tree | null, key: string, found: Found): void {
  if (node.type === "Identifier") {
    const name = node.name as string;
    if (isBinding(parent, key)) found.declared.add(name);
    else if (isReference(node, parent, key)) found.used.push({ name, at: node.start });
  }
  if (node.type === "JSXIdentifier" && isJsxName(node, parent))
    found.used.push({ name: node.name as string, at: node.start });
  for (const [childKey, value] of Object.entries(node)) {
    const isPattern = key === "params" || (key === "id" && parent?.type === "VariableDeclarator");
    for (const child of Array.isArray(value) ? value : [value]) {
      if (!isNode(child)) continue;
      if (isPattern || key === Pattern)
        walk(child, node, childKey === "key" && !node.computed ? childKey : Pattern, found);
      else walk(child, node, childKey, found);
    }
  }
}

const Pattern = "pattern";

function isNode(value: unknown): value is Tree {
  return typeof value === "object" && value !== null && typeof (value as Tree).type === "string";
}

function isBinding(parent: Tree | null, key: string): boolean {
  if (key === Pattern || key === "params" || key === "param") return true;
  return key === "id" && parent !== null && /Declarator$|^Function|^Class/.test(parent.type);
}

function isReference(_: Tree, parent: Tree | null, key: string): boolean {
  if (parent === null) return true;
  if (parent.type === "MemberExpression") return key !== "property" || parent.computed === true;
  if (parent.type === "Property" || parent.type === "MethodDefinition")
    return key !== "key" || parent.computed === true || parent.shorthand === true;
  return !/^(?:Labeled|Break|Continue)Statement$|^MetaProperty$/.test(parent.type);
}

/** Whether the first name of an opening tag stands for a value: `Card`, `icons` of `<icons.Home>`. */
function isJsxName(node: Tree, parent: Tree | null): boolean {
  if (parent?.type === "JSXOpeningElement") return /^[A-Z]/.test(node.name as string);
  return parent?.type === "JSXMemberExpression" && parent.object === node;
}
