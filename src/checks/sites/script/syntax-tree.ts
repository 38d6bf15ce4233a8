import { posix } from "node:path";

// The parser's own types name every kind of node; only these parts are used.
export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const endings = [
  "",
  ...".ts .mts .js .mjs .cjs .cts .tsx .jsx .json /index.ts /index.mts /index.js /index.mjs /index.tsx".split(
    " ",
  ),
];

/** Returns what a statement makes of `module.exports`; null if it does not. */
export function findModuleExports(node: Node): Node | null {
  return findAssigned(node, isModuleExports);
}

/** Returns what a statement exports by this name: `exports.a = …`, `module.exports.a = …`. */
export function findAssignedExport(node: Node, name: string): Node | null {
  return findAssigned(node, (left) => {
    if (left.type !== "MemberExpression" || nameOf(left.property as Node) !== name) return false;
    const object = left.object as Node;
    return nameOf(object) === "exports" || isModuleExports(object);
  });
}

function isModuleExports({ type, object, property }: Node): boolean {
  const isMember = type === "MemberExpression" && nameOf(object as Node) === "module";
  return isMember && nameOf(property as Node) === "exports";
}

function findAssigned(node: Node, isMeant: (left: Node) => boolean): Node | null {
  const expression = node.type === "ExpressionStatement" ? (node.expression as Node) : null;
  if (expression?.type !== "AssignmentExpression") return null;
  return isMeant(expression.left as Node) ? (expression.right as Node) : null;
}

/** Returns what a name of the file is taken out of, and by which key: `const { key: name } = …`. */
export function findDestructured(body: readonly Node[], name: string): { from: Node; key: string } | null {
  for (const node of body) {
    if (node.type !== "VariableDeclaration" || node.kind !== "const") continue;
    for (const { id, init } of node.declarations as { id: Node; init: Node | null }[])
      for (const one of id.type === "ObjectPattern" && init ? (id.properties as Node[]) : []) {
        const key = one.type === "ObjectProperty" && one.computed !== true ? nameOf(one.key as Node) : null;
        if (key !== null && nameOf(one.value as Node) === name) return { from: init!, key };
      }
  }
  return null;
}

export function nameOf(node: Node): string | null {
  if (node.type === "Identifier") return node.name as string;
  return node.type === "StringLiteral" || node.type === "NumericLiteral" ? String(node.value) : null;
}

/** A member with this value is none. */
export function isUndefined(node: Node | undefined): boolean {
  return node?.type === "Identifier" && node.name === "undefined";
}

/** Returns the same name for `nextra({})({})` as for `nextra({})`. */
export function nameOfCallee(callee: Node): string | null {
  let named = callee;
  while (named.type === "CallExpression") named = named.callee as Node;
  return nameOf(named.type === "MemberExpression" ? (named.property as Node) : named);
}

/** Returns what `require("./a")` names; null for anything else. */
export function requiredBy({ type, callee, arguments: given }: Node): string | null {
  const [source] = type === "CallExpression" && nameOf(callee as Node) === "require" ? (given as Node[]) : [];
  return source?.type === "StringLiteral" ? (source.value as string) : null;
}

export function importedName(specifier: Node): string | null {
  return specifier.type === "ImportSpecifier" ? nameOf(specifier.imported as Node) : null;
}

/** Returns the file of the repository that a relative import names, or null. */
export function findScript(files: ReadonlySet<string>, from: string, source: string): string | null {
  if (!source.startsWith(".")) return null;
  const bare = posix.join(posix.dirname(from), source);
  const withoutJs = bare.replace(/\.([cm]?)js$/, ".$1ts");
  return [...endings.map((ending) => bare + ending), withoutJs].find((path) => files.has(path)) ?? null;
}

/** Start of an import (`@/`) → folders in which its file may be, each "" or with a `/` at the end. */
export type ImportRoots = Readonly<Record<string, readonly string[]>>;

/** The same, also of an import that begins like one of `roots`, whose folders are tried in their order. */
export function findImported(
  files: ReadonlySet<string>,
  from: string,
  source: string,
  roots: ImportRoots,
): string | null {
  for (const [start, folders] of Object.entries(roots))
    for (const folder of source.startsWith(start) ? folders : []) {
      const found = findScript(files, `${folder}x`, `./${source.slice(start.length)}`);
      if (found !== null) return found;
    }
  return findScript(files, from, source);
}

/**
 * Returns a function, or a variable that nothing is assigned to later on, that is defined at the top level of
 * these statements.
 */
export function findVariable(body: readonly Node[], name: string): Node | null {
  for (const one of body) {
    const node = one.type === "ExportNamedDeclaration" && one.declaration ? (one.declaration as Node) : one;
    if (node.type === "FunctionDeclaration" && nameOf(node.id as Node) === name) return node;
    if (node.type !== "VariableDeclaration") continue;
    for (const declared of node.declarations as Node[])
      if (nameOf(declared.id as Node) === name && declared.init)
        return node.kind === "const" || !isAssigned(body, name) ? (declared.init as Node) : null;
  }
  return null;
}

/** Whether anything in the tree may give the variable another value. */
function isAssigned(tree: unknown, name: string): boolean {
  return someNode(tree, (node) =>
    someNode(assignedBy(node), (one) => one.type === "Identifier" && one.name === name),
  );
}

function assignedBy(node: Node): unknown {
  if (node.type === "UpdateExpression") return node.argument;
  return /^(?:AssignmentExpression|For(?:In|Of)Statement)$/.test(node.type) ? node.left : null;
}

function someNode(value: unknown, test: (node: Node) => boolean): boolean {
  if (Array.isArray(value)) return value.some((one) => someNode(one, test));
  if (typeof value !== "object" || value === null || !("type" in value)) return false;
  return test(value as Node) || Object.values(value).some((one) => someNode(one, test));
}

/**
 * Returns the result of a function without parameters, and the constants before it; null if it does anything
 * else.
 */
export function findReturned(node: Node): { constants: Node[]; value: Node } | null {
  return (node.params as Node[]).length > 0 ? null : findResult(node);
}

/** The same, of a function with any parameters; `isHarmless`: statements that may stand before the result. */
export function findResult(
  node: Node,
  isHarmless: (statement: Node) => boolean = () => false,
): { constants: Node[]; value: Node } | null {
  const body = node.body as Node;
  if (body.type !== "BlockStatement") return { constants: [], value: body };
  const statements = body.body as Node[];
  const last = statements.at(-1);
  const constants = statements.slice(0, -1).filter((one) => !isHarmless(one));
  if (last?.type !== "ReturnStatement" || !last.argument) return null;
  return constants.every(({ type }) => type === "VariableDeclaration")
    ? { constants, value: last.argument as Node }
    : null;
}
