import { trimEndCharacters } from "../../text/trim-characters.ts";
import type { RedirectShape } from "../model/redirect-table.ts";
import { parseScript } from "../sites/script/parse-script.ts";
import { type Node, nameOf } from "../sites/script/syntax-tree.ts";
import { readRedirect } from "./script-redirects.ts";

interface Menu {
  path: string;
  /** Text of the script when its entries were read. */
  text: string;
  /** Offsets at which the text of each entry begins. */
  entries: readonly number[];
  /** List of redirects that may get further ones. */
  redirects?: { at: number; shape: RedirectShape } | undefined;
}

/**
 * Returns what a new text of a script changes besides the addresses of menu entries, the removal of menu
 * items and new redirects between addresses of the site, or null. Builds run the script: another address may
 * replace one where the syntax tree already has an entry, and nothing else may differ.
 */
export function compareMenuScript(menu: Menu, before: string, after: string): string | null {
  if (before === after) return null;
  const [known, old, now] = [menu.text, before, after].map((text) => parseScript(menu.path, text));
  if (!known || !old) return "it could not be read before, so it is not known what this changes";
  if (!now || now.errors > old.errors) return "this cannot be read";
  const places = findPlaces(known.body, new Set(menu.entries), (node) => textOf(node) !== null);
  const [list = null] = findPlaces(known.body, new Set([menu.redirects?.at ?? -1]), isList);
  const scope = {
    places,
    redirects: menu.redirects && { chain: list, shape: menu.redirects.shape },
    chain: "",
  };
  const isSame = isSublist(now.comments, old.comments) && isSameList(scope, old.body, now.body);
  return isSame ? null : "this changes more than where its entries lead";
}

function isSublist(part: readonly string[], all: readonly string[]): boolean {
  let next = 0;
  for (const one of all) if (one === part[next]) next++;
  return next === part.length;
}

interface Scope {
  /** Places in the tree that hold entries. */
  places: ReadonlySet<string>;
  /** The way to the list of redirects, and how it writes them. */
  redirects: { chain: string | null; shape: RedirectShape } | undefined;
  /** Names of the properties, calls and lists on the way from the root. */
  chain: string;
}

type Child = [part: string, value: unknown];

const ignored = new Set(
  "type start end loc range extra leadingComments trailingComments innerComments errors".split(" "),
);

/** Returns the parts of a node, each with its addition to the chain. */
function childrenOf(node: Node): Map<string, Child> {
  const name = (key: unknown) => (node.computed ? null : nameOf(key as Node)) ?? "?";
  const partOf: Record<string, (key: string) => string> = {
    ObjectProperty: (key) => (key !== "key" ? `.${name(node.key)}` : node.computed ? "{?}" : "{}"),
    ArrayExpression: () => "[]",
    CallExpression: (key) => `(${key})`,
    VariableDeclarator: () => `$${nameOf(node.id as Node) ?? "?"}`,
  };
  const children = Object.entries(node).filter(([key]) => !ignored.has(key));
  return new Map(children.map(([key, value]) => [key, [partOf[node.type]?.(key) ?? "", value]]));
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

function isList({ type }: Node): boolean {
  return type === "ArrayExpression" || type === "ObjectExpression";
}

/** Returns the places of nodes of a kind that begin at these offsets; of texts, behind their quotes. */
function findPlaces(
  body: readonly Node[],
  starts: ReadonlySet<number>,
  isMeant: (node: Node) => boolean,
): Set<string> {
  const places = new Set<string>();
  const walk = (value: unknown, chain: string): void => {
    if (Array.isArray(value)) for (const one of value) walk(one, chain);
    if (!isNode(value)) return;
    const start = value.start + (value.type === "StringLiteral" ? 1 : 0);
    if (starts.has(start) && isMeant(value)) places.add(chain);
    for (const [part, child] of childrenOf(value).values()) walk(child, chain + part);
  };
  walk(body, "");
  return places;
}

function isSame(scope: Scope, old: unknown, now: unknown): boolean {
  if (Array.isArray(old)) return Array.isArray(now) && isSameList(scope, old, now);
  if (!isNode(old) || !isNode(now)) return JSON.stringify(old) === JSON.stringify(now);
  if (isAddress(textOf(now)) && isEntry(scope, old) && (isName(scope) || old.type === now.type)) return true;
  if (old.type !== now.type) return false;
  const [left, right] = [childrenOf(old), childrenOf(now)];
  if (left.size !== right.size) return false;
  for (const [key, [part, value]] of left) {
    const inner = { ...scope, chain: scope.chain + part };
    const isItems =
      old.type === "ArrayExpression" || (old.type === "ObjectExpression" && key === "properties");
    const whole = right.get(key)?.[1];
    const isRedirects = isItems && scope.chain === scope.redirects?.chain;
    const [before, after] = isRedirects ? withoutMoved(scope, value, whole) : [value, whole];
    if (!(isItems ? isShortened : isSame)(inner, before, after)) return false;
  }
  return true;
}

function isSameList(scope: Scope, old: readonly unknown[], now: readonly unknown[]): boolean {
  return old.length === now.length && old.every((one, index) => isSame(scope, one, now[index]));
}

/**
 * Returns two lists without the redirects that are new, and without those from an address to which a new one
 * leads: a page is there now.
 */
function withoutMoved({ redirects }: Scope, old: unknown, now: unknown): [unknown[], unknown[]] {
  const [before, after] = [old as unknown[], now as unknown[]];
  const read = (one: unknown) => readRedirect(one, redirects!.shape);
  const sources = (list: unknown[]) => new Set(list.map((one) => read(one)?.from));
  const [had, has] = [sources(before), sources(after)];
  const isNew = (one: unknown) => read(one) !== null && !had.has(read(one)?.from);
  const targets = after.filter(isNew).map((one) => trimEndCharacters(read(one)!.to, "/"));
  const isTaken = (one: unknown) => {
    const from = read(one)?.from;
    return (
      from !== undefined && !has.has(from) && targets.some((to) => to.endsWith(trimEndCharacters(from, "/")))
    );
  };
  return [before.filter((one) => !isTaken(one)), after.filter((one) => !isNew(one))];
}

/** Whether an array, or the members of an object, are the old ones without some of the menu items. */
function isShortened(scope: Scope, old: unknown, now: unknown): boolean {
  const [before, after] = [old, now] as [unknown[], unknown[]];
  let next = 0;
  for (const one of before) {
    if (next < after.length && isSame(scope, one, after[next])) next++;
    else if (!isItem(scope, one)) return false;
  }
  return next === after.length;
}

/**
 * Whether a value is an entry, an object of plain values that has one, a list of one and its title, or a
 * member that one names.
 */
function isItem(scope: Scope, value: unknown): boolean {
  if (!isNode(value)) return false;
  const isPart = (property: Node, key: string): boolean => {
    const [part, inner] = childrenOf(property).get(key)!;
    const { type, right } = inner as Node;
    const text = type === "BinaryExpression" ? right : inner;
    return isEntry({ ...scope, chain: scope.chain + part }, text as Node);
  };
  if (value.type === "ObjectProperty") return isPlain(value.value as Node) && isPart(value, "key");
  if (value.type === "ArrayExpression") {
    const [first, title, ...further] = value.elements as (Node | null)[];
    const isPair = first && title && further.length === 0 && isLiteral(title);
    return isPair === true && isEntry({ ...scope, chain: `${scope.chain}[]` }, first);
  }
  if (value.type !== "ObjectExpression") return isEntry(scope, value);
  return isPlain(value) && (value.properties as Node[]).some((property) => isPart(property, "value"));
}

/** Whether it is a text, or an object of texts, of which some may be objects of texts again. */
function isPlain(node: Node, depth = 2): boolean {
  if (node.type !== "ObjectExpression" || depth === 0) return isLiteral(node);
  return (node.properties as Node[]).every(
    (one) => one.type === "ObjectProperty" && isPlain(one.value as Node, depth - 1),
  );
}

/** Whether it is a literal, or one behind a name. */
function isLiteral(node: Node): boolean {
  if (node.type !== "BinaryExpression") return /Literal$/.test(node.type);
  return [node.left, node.right].every((one) => /Literal$|^Identifier$/.test((one as Node).type));
}

function isEntry({ places, chain }: Scope, node: Node): boolean {
  const text = textOf(node);
  // The first page of a folder may have the folder's address, which counts from it.
  const isText = text === "" || isAddress(text);
  return places.has(chain) && isText && (node.type !== "Identifier" || isName({ chain }));
}

/** Whether a place is that of a member's name, which needs no quotes. */
function isName({ chain }: Pick<Scope, "chain">): boolean {
  return chain.endsWith("{}");
}

function textOf({ type, value, name }: Node): unknown {
  return type === "StringLiteral" ? value : type === "Identifier" ? name : null;
}

/** Whether an address belongs to this site: a browser would not run it, and it names no other host. */
function isAddress(value: unknown): boolean {
  // A member of this name would set what an object inherits.
  if (value === "__proto__") return false;
  return typeof value === "string" && /^(?!\/\/)[\p{L}\p{N}./_#@~%+?=&-]{1,300}$/u.test(value);
}
