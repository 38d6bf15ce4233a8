import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join, relative } from "node:path";
import { type Node, parse } from "acorn";

/** A regular expression in the sources. */
export interface FoundPattern {
  source: string;
  flags: string;
  file: string;
  /** 1-based. */
  line: number;
  /** Limit of its input by a comment `At most N characters` before its statement; null without one. */
  inputCharactersMax: number | null;
}

export interface PatternProblem {
  file: string;
  line: number;
  problem: string;
}

type Tree = Node & Record<string, unknown>;

interface Module {
  file: string;
  text: string;
  tree: Tree;
  /** Constants of the whole module, and the sources of imported names. */
  constants: Map<string, Tree>;
  imports: Map<string, { file: string; name: string }>;
  bounds: Bound[];
}

interface Bound {
  end: number;
  characters: number;
}

const boundComment = /^[\s*]*At most ([\d,]+) characters\b/;

/**
 * Finds every expression in the given TypeScript and JavaScript files: literals, and `new RegExp` of text
 * that is known here. One whose text is only known at run time is a problem.
 */
export function findPatterns(root: string, files: readonly string[]) {
  const patterns: FoundPattern[] = [];
  const problems: PatternProblem[] = [];
  const modules = new Map<string, Module>();
  const open = (file: string): Module => {
    const module = modules.get(file) ?? parseModule(file);
    modules.set(file, module);
    return module;
  };
  for (const file of files) {
    const module = open(join(root, file));
    visit(module.tree, [], (node, parents) => {
      const found = patternOf(node, module, open);
      if (found === null) return;
      const line = module.text.slice(0, node.start).split("\n").length;
      const place = { file: relative(root, module.file), line };
      if ("problem" in found) problems.push({ ...place, ...found });
      else patterns.push({ ...place, ...found, inputCharactersMax: boundOf(module, parents) });
    });
  }
  return { patterns, problems };
}

function patternOf(
  node: Tree,
  module: Module,
  open: (file: string) => Module,
): { source: string; flags: string } | { problem: string } | null {
  const { regex, type, callee } = node as {
    regex?: { pattern: string; flags: string };
    type: string;
    callee?: Tree;
  };
  if (regex !== undefined) return { source: regex.pattern, flags: regex.flags };
  const isCall = type === "NewExpression" || type === "CallExpression";
  if (!isCall || callee?.type !== "Identifier" || callee.name !== "RegExp") return null;
  const [pattern, flags] = node.arguments as Tree[];
  const source = pattern === undefined ? "" : textOf(pattern, module, open);
  const flagText = flags === undefined ? "" : textOf(flags, module, open);
  if (source !== null && flagText !== null) return { source, flags: flagText };
  return {
    problem:
      "builds a regular expression from text that is not known here; write a literal, or match by hand",
  };
}

/**
 * Returns the text of an expression made of literals and of constants that are such expressions, else null.
 */
function textOf(node: Tree, module: Module, open: (file: string) => Module): string | null {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : null;
  if (node.type === "TaggedTemplateExpression") {
    const tag = node.tag as Tree;
    const isRaw = tag.type === "MemberExpression" && (tag.object as Tree).name === "String";
    return isRaw ? templateText(node.quasi as Tree, module, open, "raw") : null;
  }
  if (node.type === "TemplateLiteral") return templateText(node, module, open, "cooked");
  if (node.type === "BinaryExpression" && node.operator === "+") {
    const [left, right] = [textOf(node.left as Tree, module, open), textOf(node.right as Tree, module, open)];
    return left === null || right === null ? null : left + right;
  }
  if (node.type !== "Identifier") return null;
  const name = node.name as string;
  const constant = module.constants.get(name);
  if (constant !== undefined) return textOf(constant, module, open);
  const imported = module.imports.get(name);
  if (imported === undefined) return null;
  const other = open(imported.file);
  const value = other.constants.get(imported.name);
  return value === undefined ? null : textOf(value, other, open);
}

function templateText(
  node: Tree,
  module: Module,
  open: (file: string) => Module,
  form: "raw" | "cooked",
): string | null {
  const quasis = node.quasis as { value: { raw: string; cooked: string } }[];
  let text = quasis[0]!.value[form];
  for (const [index, expression] of (node.expressions as Tree[]).entries()) {
    const part = textOf(expression, module, open);
    if (part === null) return null;
    text += part + quasis[index + 1]!.value[form];
  }
  return text;
}

/**
 * The pinned Node supports this, but warns at the first call that it is experimental. All other warnings are
 * shown.
 */
function stripTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (!String(warning).startsWith("stripTypeScriptTypes "))
      Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
  try {
    return stripTypeScriptTypes(source, { mode: "strip" });
  } finally {
    process.emitWarning = emitWarning;
  }
}

function parseModule(file: string): Module {
  const source = readFileSync(file, "utf8");
  // Types become spaces: every offset stays as in the source.
  const text = file.endsWith(".ts") ? stripTypes(source) : source;
  const bounds: Bound[] = [];
  const tree = parse(text, {
    ecmaVersion: "latest",
    sourceType: "module",
    allowHashBang: true,
    onComment: (_isBlock, comment, _start, end) => {
      const [, characters] = boundComment.exec(comment) ?? [];
      if (characters !== undefined) bounds.push({ end, characters: Number(characters.replaceAll(",", "")) });
    },
  }) as unknown as Tree;
  const module: Module = { file, text, tree, constants: new Map(), imports: new Map(), bounds };
  for (const statement of tree.body as Tree[]) readStatement(module, statement);
  return module;
}

function readStatement(module: Module, statement: Tree): void {
  const declaration = (statement.declaration as Tree | undefined) ?? statement;
  if (declaration.type === "VariableDeclaration" && declaration.kind === "const") {
    for (const { id, init } of declaration.declarations as { id: Tree; init: Tree | null }[]) {
      if (id.type === "Identifier" && init !== null) module.constants.set(id.name as string, init);
    }
  } else if (statement.type === "ImportDeclaration") {
    const from = (statement.source as Tree).value as string;
    if (!from.startsWith(".")) return;
    for (const { local, imported } of statement.specifiers as { local: Tree; imported?: Tree }[]) {
      if (imported === undefined) continue;
      const file = join(dirname(module.file), from);
      module.imports.set(local.name as string, { file, name: imported.name as string });
    }
  }
}

/** Returns the bound before the innermost statement around a node, with only white space in between. */
function boundOf({ bounds, text }: Module, parents: readonly Tree[]): number | null {
  const statement = parents.findLast(
    ({ type }) => /Statement$|Declaration$/.test(type) && type !== "BlockStatement",
  );
  if (statement === undefined) return null;
  const bound = bounds.find(
    ({ end }) => end <= statement.start && text.slice(end, statement.start).trim() === "",
  );
  return bound?.characters ?? null;
}

function visit(node: unknown, parents: Tree[], see: (node: Tree, parents: readonly Tree[]) => void): void {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, parents, see);
    return;
  }
  if (node === null || typeof node !== "object" || typeof (node as Tree).type !== "string") return;
  const tree = node as Tree;
  see(tree, parents);
  parents.push(tree);
  for (const value of Object.values(tree)) if (typeof value === "object") visit(value, parents, see);
  parents.pop();
}
