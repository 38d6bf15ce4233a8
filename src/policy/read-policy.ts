import { type Document, isMap, isPair, isScalar, LineCounter, type Node, parseDocument, visit } from "yaml";
import type { z } from "zod";
import { type ExplainedIssue, jsonTypes, parseExplained } from "../schemas/parse-explained.ts";
import { distance } from "../text/distance.ts";
import { type Policy, policyBytesMax, policySchema } from "./policy-schema.ts";

/** 1-based. */
export interface PolicyProblem {
  line: number;
  column: number;
  message: string;
}

export type ReadPolicy = { policy: Policy } | { problems: PolicyProblem[] };

const problemsMax = 20;
const typeNames = { ...jsonTypes, string: "text", object: "a mapping of keys to values", null: "empty" };
const keys = Object.keys(policySchema.shape);

/** Reads the text of a policy. Every problem has a place, and with any problem there is no policy. */
export function readPolicy(text: string): ReadPolicy {
  if (Buffer.byteLength(text) > policyBytesMax) {
    return { problems: [{ line: 1, column: 1, message: `the file is larger than ${policyBytesMax} bytes` }] };
  }
  try {
    if (isDeep(text)) return { problems: [{ line: 1, column: 1, message: "nested too deeply" }] };
    return readDocument(text);
  } catch (error) {
    // Stack overflow of the parser.
    if (!(error instanceof RangeError)) throw error;
    return { problems: [{ line: 1, column: 1, message: "nested too deeply" }] };
  }
}

/** The parser is slow for thousands of nested brackets. */
function isDeep(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth = Math.max(0, depth - 1);
    if (depth > 50) return true;
  }
  return false;
}

function readDocument(text: string): ReadPolicy {
  const lineCounter = new LineCounter();
  const document = parseDocument(text.replace(/^\uFEFF/, ""), {
    lineCounter,
    prettyErrors: false,
    logLevel: "silent",
    merge: false,
    version: "1.2",
  });
  const at = (offset: number) => {
    const { line, col } = lineCounter.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const invalid = [...document.errors, ...document.warnings].map(({ pos, message }) => ({
    ...at(pos[0]),
    message: `not valid YAML: ${message.split("\n", 1)[0]}`,
  }));
  if (invalid.length > 0) return { problems: invalid.slice(0, problemsMax) };
  const clever = findCleverParts(document).map(({ offset, message }) => ({ ...at(offset), message }));
  if (clever.length > 0) return { problems: clever.slice(0, problemsMax) };
  const parsed = parseExplained(policySchema, document.toJS() ?? {}, typeNames);
  if ("data" in parsed) return { policy: parsed.data };
  const problems = parsed.issues.map((explained) => describeIssue(document, explained));
  return {
    problems: problems.map(({ offset, message }) => ({ ...at(offset), message })).slice(0, problemsMax),
  };
}

interface PlacedMessage {
  offset: number;
  message: string;
}

/**
 * Refuses aliases, which can make a small file huge, and tags, which make objects: a policy needs neither.
 */
function findCleverParts(document: Document): PlacedMessage[] {
  const found: PlacedMessage[] = [];
  visit(document, {
    Node(_, node) {
      const { anchor } = node as { anchor?: string };
      const isAlias = "source" in node && !isScalar(node);
      const offset = node.range?.[0] ?? 0;
      if (isAlias || anchor) found.push({ offset, message: "anchors and aliases (& and *) are not read" });
      else if (node.tag?.startsWith("!")) found.push({ offset, message: "tags (!) are not read" });
    },
  });
  return found;
}

function describeIssue(document: Document, { path, message, issue }: ExplainedIssue): PlacedMessage {
  if (issue.code === "unrecognized_keys")
    return describeUnknownKey(document, issue.path, String(path.at(-1)));
  const isType = issue.code === "invalid_type";
  const name = path.length > 0 ? `${nameOf(path)}: ` : isType ? "the file " : "";
  return { offset: offsetOf(document, path), message: name + message + showAsList(document, issue) };
}

function describeUnknownKey(document: Document, path: readonly PropertyKey[], key: string): PlacedMessage {
  const near = path.length > 0 ? undefined : keys.find((known) => distance(known, key, 2) <= 2);
  const hint = near === undefined ? "" : `; did you mean ${near}?`;
  return {
    offset: keyOffset(document, path, key),
    message: `unknown key ${JSON.stringify(key)}${hint}`,
  };
}

/** One value where a list is meant is the commonest mistake. */
function showAsList(document: Document, issue: z.core.$ZodIssue): string {
  const node = issue.code === "invalid_type" && issue.expected === "array" && nodeAt(document, issue.path);
  if (!isScalar(node) || typeof node.value !== "string" || node.value.length > 60) return "";
  return `, such as [${JSON.stringify(node.value)}]`;
}

/** `terms[0].avoid` */
function nameOf(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .slice(1);
}

/** Returns the offset of the node at a path, or of its nearest existing ancestor. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length >= 0; length--) {
    const node = nodeAt(document, path.slice(0, length));
    if (node?.range) return node.range[0];
  }
  return 0;
}

function keyOffset(document: Document, path: readonly PropertyKey[], key: string): number {
  const map = nodeAt(document, path);
  const pair = isMap(map) ? map.items.find((item) => isPair(item) && String(item.key) === key) : undefined;
  return (pair?.key as Node | undefined)?.range?.[0] ?? offsetOf(document, path);
}

function nodeAt(document: Document, path: readonly PropertyKey[]): Node | null {
  if (path.length === 0) return document.contents;
  return (document.getIn(path, true) as Node | undefined) ?? null;
}
