import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, parseDocument } from "yaml";
import { findUnsafeEntry, type NavigationText } from "./unsafe-entry.ts";

const nodesMax = 200_000;
const depthMax = 200;
const navigationKeys = new Set(["nav", "not_in_nav"]);

/**
 * Python reads YAML 1.1, where these break a line that continues in YAML 1.2: a comment could end in a key of
 * its own.
 */
const oddCharacters = /[\u0085\u2028\u2029\u000b\u000c]|\r(?!\n)|(?!^)\ufeff/;

/** Navigation within plugins: of the redirects plugin, and of each language of the i18n plugin. */
const navigationOfPlugins = [
  ["redirects", "redirect_maps"],
  ["i18n", "languages", "nav"],
];

/**
 * Returns what a new text of `mkdocs.yml` changes besides `nav`, `not_in_nav` and such parts of plugins, or
 * null. The build makes any Python object that a tag names, so additions there must be
 * plain lists, maps and texts.
 */
export function compareMkdocsNavigation(before: string, after: string): string | null {
  if (before === after) return null;
  if (oddCharacters.test(after)) return "this adds line breaks that YAML parsers read differently";
  if (marks(before) !== marks(after)) return "this changes the file's directives or documents";
  const [old, now] = [read(before), read(after)];
  if (old === null) return "it could not be read as YAML before, so it is not known what this changes";
  if (now === null) return "this cannot be read as YAML";
  const changed = [...new Set([...old.rest.keys(), ...now.rest.keys()])].filter(
    (key) => old.rest.get(key) !== now.rest.get(key),
  );
  if (changed.length > 0) return `this changes ${changed.slice(0, 5).join(", ")}`;
  if (old.navigation === now.navigation) return null;
  if (bringsSpecial(old.special, now.special))
    return "this adds tags, anchors, aliases or block texts to the navigation";
  return findUnsafeEntry(before, old.texts, now.texts);
}

/** Whether any of these occurs more often than before. */
function bringsSpecial(before: readonly string[], after: readonly string[]): boolean {
  const left = Map.groupBy(before, String);
  return after.some((one) => left.get(one)?.pop() === undefined);
}

/** Returns directives and document marks, line by line. */
function marks(text: string): string {
  return text
    .split("\n")
    .filter((line) => /^(?:%|---|\.\.\.)/.test(line))
    .join("\n");
}

interface Reading {
  anchors: Map<string, Node>;
  nodes: number;
  depth: number;
  special: string[];
  texts: NavigationText[];
}

interface Configuration {
  /** Root key → canonical text of everything but the navigation. */
  rest: Map<string, string>;
  navigation: string;
  /** Canonical texts of what is not a plain list, map or text in the navigation. */
  special: string[];
  texts: NavigationText[];
}

class TooLarge extends Error {}

function read(text: string): Configuration | null {
  const document = parseDocument(text, { logLevel: "silent", uniqueKeys: false, strict: false });
  if (document.errors.length > 0 || !isMap(document.contents)) return null;
  const reading: Reading = { anchors: new Map(), nodes: 0, depth: 0, special: [], texts: [] };
  const rest = new Map<string, string>();
  const navigation: string[] = [];
  try {
    for (const pair of document.contents.items) {
      const key = keyOf(pair);
      if (key !== null && navigationKeys.has(key)) navigation.push(key, takeNavigation(reading, pair.value));
      else {
        const name = key ?? "a key that is no plain text";
        const value = write(reading, pair.value, key === "plugins" ? navigationOfPlugins : [], navigation);
        rest.set(name, `${rest.get(name) ?? ""}${write(reading, pair.key, [], [])}:${value};`);
      }
    }
  } catch (error) {
    if (error instanceof TooLarge) return null;
    throw error;
  }
  return { rest, navigation: JSON.stringify(navigation), special: reading.special, texts: reading.texts };
}

type Paths = readonly (readonly string[])[];

/**
 * Writes canonical text with tags; aliases count as their values. The nodes at `paths` are omitted and go to
 * `navigation`.
 */
function write(reading: Reading, node: unknown, paths: Paths, navigation: string[]): string {
  reading.nodes += 1;
  reading.depth += 1;
  if (reading.nodes > nodesMax || reading.depth > depthMax) throw new TooLarge();
  const text = writeNode(reading, node, paths, navigation);
  reading.depth -= 1;
  return text;
}

function writeNode(reading: Reading, node: unknown, paths: Paths, navigation: string[]): string {
  if (isAlias(node)) {
    const target = reading.anchors.get(node.source);
    return target === undefined ? `*${node.source}` : write(reading, target, [], []);
  }
  const { tag = "", anchor } = (node ?? {}) as { tag?: string; anchor?: string };
  if (anchor !== undefined) reading.anchors.set(anchor, node as Node);
  if (isSeq(node))
    return `${tag}[${node.items.map((item) => write(reading, item, paths, navigation)).join()}]`;
  if (isMap(node)) {
    const members = node.items.map((pair) => {
      const inner = paths.filter(([first]) => first === keyOf(pair)).map((path) => path.slice(1));
      if (inner.some((path) => path.length === 0)) {
        navigation.push(takeNavigation(reading, pair.value));
        return "";
      }
      return `${write(reading, pair.key, [], [])}:${write(reading, pair.value, inner, navigation)}`;
    });
    return `${tag}{${members.filter((member) => member !== "").join()}}`;
  }
  return (
    tag + (isScalar(node) ? JSON.stringify([node.value, node.source ?? null]) : JSON.stringify(node ?? null))
  );
}

function takeNavigation(reading: Reading, node: unknown): string {
  const walk = (one: unknown): void => {
    reading.nodes += 1;
    if (reading.nodes > nodesMax) throw new TooLarge();
    if (one === null || one === undefined) return;
    const { tag, anchor, type } = one as { tag?: string; anchor?: string; type?: string };
    const isBlock = isScalar(one) && (type === "BLOCK_LITERAL" || type === "BLOCK_FOLDED");
    if (isAlias(one) || tag !== undefined || anchor !== undefined || isBlock)
      reading.special.push(`${type} &${anchor} ${write(reading, one, [], [])}`);
    if (isSeq(one)) for (const item of one.items) walk(item);
    else if (isMap(one)) {
      for (const pair of one.items) {
        if (keyOf(pair) === "<<") reading.special.push(`<< ${write(reading, pair.value, [], [])}`);
        walk(pair.key);
        walk(pair.value);
      }
    } else if (isScalar(one)) reading.texts.push({ key: "", text: String(one.value) });
  };
  walk(node);
  return write(reading, node, [], []);
}

/** Returns a key that is plain text without a tag; any other key counts as unknown. */
function keyOf(pair: Pair): string | null {
  const { key } = pair as { key: unknown };
  const isText = isScalar(key) && typeof key.value === "string" && key.tag === undefined;
  return isText ? (key.value as string) : null;
}
