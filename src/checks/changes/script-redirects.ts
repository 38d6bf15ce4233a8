import type { RedirectHome, RedirectPair, RedirectShape } from "../model/redirect-table.ts";
import { parseScript } from "../sites/script/parse-script.ts";
import { type Node, nameOf } from "../sites/script/syntax-tree.ts";
import type { TextEdit } from "./edit-text.ts";

type ScriptHome = Extract<RedirectHome, { kind: "script" }>;

/**
 * Address of the site (two slashes would begin a host) in characters that mean nothing else in a script or in
 * a host's file.
 */
export const plainAddress = /^\/(?!\/)[\w./~%-]*$/;

/** Returns the edit that puts redirects in front of a script's list, written like those that it has. */
export function insertRedirects(
  text: string,
  { path, at, shape, spell }: ScriptHome,
  pairs: readonly RedirectPair[],
): TextEdit | null {
  const list = findList(parseScript(path, text)?.body, at);
  if (list === null) return null;
  const items = itemsOf(list);
  const model = items
    .map((one) => readItem(one, shape))
    .find((one) => one !== null && isModel(text, one, shape));
  const quote = text.split("'").length > text.split('"').length ? "'" : '"';
  const written: string[] = [];
  for (const { old, now } of pairs) {
    const [from, to] = [spell(old, "source"), spell(now, "target")];
    if (from === null || to === null || ![from, to].every((one) => plainAddress.test(one))) return null;
    written.push(
      model ? copy(text, model, from, to) : renderNew(shape, quote + from + quote, quote + to + quote),
    );
  }
  const start = list.start + 1;
  return { start, end: start, text: layOut(text, list, items[0]?.start ?? null, written) };
}

/** Reads a redirect between two addresses of the site that are written out; null if it is anything else. */
export function readRedirect(node: unknown, shape: RedirectShape): { from: string; to: string } | null {
  const item = readItem(node, shape);
  if (item === null) return null;
  const [from, to] = [item.from.value, item.to.value] as [string, string];
  return plainAddress.test(from) && plainAddress.test(to) ? { from, to } : null;
}

interface Item {
  node: Node;
  from: Node;
  to: Node;
}

function readItem(value: unknown, shape: RedirectShape): Item | null {
  const node = value as Node | null;
  if (shape === null) return node?.type === "ObjectProperty" ? readMember(node) : null;
  if (node?.type !== "ObjectExpression") return null;
  const parts = new Map<string, Node>();
  for (const one of node.properties as Node[]) {
    const key = one.type === "ObjectProperty" && one.computed !== true ? nameOf(one.key as Node) : null;
    if (key === null || parts.has(key)) return null;
    parts.set(key, one.value as Node);
  }
  const { from, to, lasting } = shape;
  const found = textPair(node, parts.get(from), parts.get(to));
  const further = [...parts].filter(([key]) => key !== from && key !== to);
  const isLasting = further.every(([key, { value: given }]) => lasting[key]?.includes(given) === true);
  return isLasting && (further.length > 0 || Object.keys(lasting).length === 0) ? found : null;
}

/** `"/old": "/new"`, or `"/old": { status: 302, destination: "/new" }`. */
function readMember(node: Node): Item | null {
  const { type, properties } = node.value as Node;
  if (type !== "ObjectExpression") return textPair(node, node.key, node.value);
  const parts = new Map(
    (properties as Node[]).map((one) => [
      one.type === "ObjectProperty" ? nameOf(one.key as Node) : null,
      one.value as Node,
    ]),
  );
  const isPlain = [...parts].every(
    ([key, one]) => key === "destination" || (key === "status" && one.type === "NumericLiteral"),
  );
  return isPlain ? textPair(node, node.key, parts.get("destination")) : null;
}

function textPair(node: Node, from: unknown, to: unknown): Item | null {
  const isText = (one: unknown) => (one as Node | undefined)?.type === "StringLiteral";
  return isText(from) && isText(to) && node.computed !== true
    ? { node, from: from as Node, to: to as Node }
    : null;
}

/** A member with a status of its own says more than that a page moved. */
function isModel(text: string, item: Item, shape: RedirectShape): boolean {
  return hasNoComments(text, item) && (shape !== null || item.to === item.node.value);
}

function hasNoComments(text: string, { node, from, to }: Item): boolean {
  const [first, second] = [from, to].sort((a, b) => a.start - b.start) as [Node, Node];
  const between = [
    text.slice(node.start, first.start),
    text.slice(first.end, second.start),
    text.slice(second.end, node.end),
  ];
  return !/\/[/*]/.test(between.join(" "));
}

function copy(text: string, { node, from, to }: Item, source: string, target: string): string {
  const quoted = (one: Node, value: string) => text[one.start]! + value + text[one.start]!;
  const parts = [
    { at: from, text: quoted(from, source) },
    { at: to, text: quoted(to, target) },
  ].sort((a, b) => b.at.start - a.at.start);
  let copied = text.slice(node.start, node.end);
  for (const { at, text: value } of parts)
    copied = copied.slice(0, at.start - node.start) + value + copied.slice(at.end - node.start);
  return copied;
}

function renderNew(shape: RedirectShape, from: string, to: string): string {
  if (shape === null) return `${from}: ${to}`;
  const [lasting] = Object.entries(shape.lasting).map(([key, [value]]) => `, ${key}: ${value}`);
  return `{ ${shape.from}: ${from}, ${shape.to}: ${to}${lasting ?? ""} }`;
}

/** Each in a line of its own if the first item of the list is. */
function layOut(text: string, list: Node, first: number | null, written: readonly string[]): string {
  const inner = text.slice(list.start + 1, first ?? list.end - 1);
  if (!inner.includes("\n"))
    return first === null
      ? written.join(", ")
      : `${inner === "" ? "" : " "}${written.join(", ")},${inner === "" ? " " : ""}`;
  const lineOf = (at: number) => text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  const indent = /^[ \t]*/.exec(lineOf(first ?? list.end - 1))![0] + (first === null ? "  " : "");
  const lineBreak = inner.includes("\r\n") ? "\r\n" : "\n";
  return written.map((one) => `${lineBreak}${indent}${one},`).join("");
}

/** Returns the array or object that begins at an offset, or null. */
function findList(value: unknown, at: number): Node | null {
  if (Array.isArray(value)) return value.reduce((found, one) => found ?? findList(one, at), null);
  const node = value as Node | null | undefined;
  if (typeof node !== "object" || node === null || typeof node.type !== "string") return null;
  if (node.start > at || node.end <= at) return null;
  if (node.start === at && /^(?:Array|Object)Expression$/.test(node.type)) return node;
  return findList(Object.values(node), at);
}

function itemsOf(list: Node): readonly Node[] {
  return ((list.elements ?? list.properties) as (Node | null)[]).filter((one) => one !== null);
}
