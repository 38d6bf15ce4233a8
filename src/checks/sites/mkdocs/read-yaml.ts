import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  Scalar,
  visit,
  type YAMLMap,
} from "yaml";

/**
 * Parses a configuration of MkDocs. `!ENV [NAME, default]` becomes the default, which holds where the
 * variable is not set. Other tags, such as `!!python/name:`, are kept and never executed.
 */
export function readMkdocsYaml(text: string): Document.Parsed {
  const document = parseDocument(text, { logLevel: "silent", uniqueKeys: false, strict: false });
  visit(document, { Node: (_, node) => (node.tag === "!ENV" ? defaultOf(node) : undefined) });
  return document;
}

function defaultOf(node: Node): Node {
  if (!isSeq(node) || node.items.length < 2) return new Scalar(null);
  return node.items.at(-1) as Node;
}

export function at(node: unknown, ...keys: string[]): unknown {
  let value = node;
  for (const key of keys) value = isMap(value) ? value.get(key, true) : undefined;
  return value;
}

export function scalarOf(node: unknown): unknown {
  return isScalar(node) ? node.value : undefined;
}

export function textOf(node: unknown): string | null {
  return isScalar(node) && typeof node.value === "string" ? node.value : null;
}

/** Returns plugins or extensions, in a list or a map, with their options by name. */
export function namedOf(node: unknown): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const item of isSeq(node) ? node.items : [node]) {
    const name = textOf(item);
    if (name !== null) found.set(name, null);
    if (isMap(item))
      for (const { key, value } of (item as YAMLMap).items) {
        const own = textOf(key);
        if (own !== null) found.set(own, value ?? null);
      }
  }
  return found;
}
