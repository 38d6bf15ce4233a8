import {
  findAssignedExport,
  findModuleExports,
  findVariable,
  importedName,
  type Node,
  nameOf,
} from "./syntax-tree.ts";

/** An export of another file, which `source` names as an import does. */
interface Elsewhere {
  source: string;
  name: string;
}

/**
 * Where a file has an export: an expression, a member of all that `module.exports` is, or exports of other
 * files, of which one may be it.
 */
export type Export = { node: Node } | { whole: Node } | { elsewhere: Elsewhere[] };

/** Finds an export by its name in the body of a script. */
export function findExport(body: readonly Node[], name: string): Export {
  const elsewhere: Elsewhere[] = [];
  let whole: Node | null = null;
  for (const node of body) {
    const source = node.source ? ((node.source as Node).value as string) : null;
    if (node.type === "ExportAllDeclaration" && name !== "default") elsewhere.push({ source: source!, name });
    const own = name === "default" ? findDefault(node) : findDeclared(node, name);
    if (own !== null) return { node: own };
    whole ??= findModuleExports(node);
    for (const one of node.type === "ExportNamedDeclaration" ? (node.specifiers as Node[]) : []) {
      if (nameOf(one.exported as Node) !== name) continue;
      if (source === null) return { node: one.local as Node };
      // `export * as name` has no name in the other file.
      return { elsewhere: one.local ? [{ source, name: nameOf(one.local as Node)! }] : [] };
    }
  }
  return whole !== null && name !== "default" ? { whole } : { elsewhere };
}

function findDefault(node: Node): Node | null {
  return node.type === "ExportDefaultDeclaration" ? (node.declaration as Node) : findModuleExports(node);
}

function findDeclared(node: Node, name: string): Node | null {
  const declared = node.type === "ExportNamedDeclaration" ? (node.declaration as Node | null) : null;
  return declared ? findVariable([declared], name) : findAssignedExport(node, name);
}

/** Finds what a name of the file is imported as; null for a whole module, and for no import. */
export function findImport(body: readonly Node[], name: string): Elsewhere | null {
  for (const one of body) {
    if (one.type !== "ImportDeclaration") continue;
    for (const specifier of one.specifiers as Node[]) {
      if (nameOf(specifier.local as Node) !== name) continue;
      const imported = specifier.type === "ImportDefaultSpecifier" ? "default" : importedName(specifier);
      return imported === null ? null : { source: (one.source as Node).value as string, name: imported };
    }
  }
  return null;
}
