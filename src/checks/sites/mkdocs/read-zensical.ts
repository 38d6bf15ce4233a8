import { parse } from "smol-toml";
import { type Node, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";

/** From the first quote to behind the last one. */
type Extent = readonly [start: number, end: number];

/** Extents of keys and of texts, by their path. */
interface Places {
  keys: Map<string, Extent>;
  values: Map<string, Extent>;
}

/** Extensions that Zensical turns on where the configuration names none, as far as they matter here. */
const extensionsByDefault = { footnotes: {}, "pymdownx.emoji": {} };

/** Zensical builds from MkDocs' file as well, which then may name functions of it. */
export function isOfZensical(path: string, text: string): boolean {
  return path.endsWith(".toml") || text.includes("!!python/name:zensical.");
}

/**
 * Reads Zensical's configuration as if it was one of MkDocs, whose settings it has: texts and keys have their
 * ranges in the TOML.
 */
export function readZensical(text: string): { contents: YAMLMap | null; error: string | null } {
  try {
    const data = parse(text) as Record<string, unknown>;
    const isBelow = isTable(data.project);
    const project = (isBelow ? data.project : data) as Record<string, unknown>;
    const contents = asNode(project, isBelow ? ["project"] : [], findPlaces(text)) as YAMLMap;
    const extensions = project.markdown_extensions ?? extensionsByDefault;
    if (isTable(extensions))
      contents.set(
        "markdown_extensions",
        asNode(hoisted(extensions), [], { keys: new Map(), values: new Map() }),
      );
    return { contents, error: null };
  } catch (error) {
    return { contents: null, error: String((error as Error).message).split("\n")[0]! };
  }
}

/** `pymdownx.emoji` without quotes is a table in a table. */
function hoisted(extensions: Record<string, unknown>, prefix = ""): Record<string, unknown> {
  const holders = new Set(["pymdownx", "pymdownx.blocks"]);
  return Object.fromEntries(
    Object.entries(extensions).flatMap(([key, value]) => {
      const name = prefix + key;
      return holders.has(name) && isTable(value)
        ? Object.entries(hoisted(value, `${name}.`))
        : [[name, value] as const];
    }),
  );
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function asNode(value: unknown, path: readonly (string | number)[], places: Places): Node {
  const name = JSON.stringify(path);
  if (Array.isArray(value)) {
    const list = new YAMLSeq();
    list.items = value.map((item, index) => asNode(item, [...path, index], places));
    return list;
  }
  if (!isTable(value)) return asScalar(value, places.values.get(name));
  const map = new YAMLMap();
  map.items = Object.entries(value).map(([key, item]) => {
    const own = [...path, key];
    return new Pair(asScalar(key, places.keys.get(JSON.stringify(own))), asNode(item, own, places));
  });
  return map;
}

function asScalar(value: unknown, extent: Extent | undefined): Scalar {
  const scalar = new Scalar(value);
  if (extent !== undefined) scalar.range = [extent[0], extent[1], extent[1]];
  return scalar;
}

const string = /"""(?:[^\\]|\\[\s\S])*?"""+|'''[\s\S]*?'''+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/y;
const blank = /\s*(?:#[^\n]*\n\s*)*/y;
const bareKey = /[\w-]+/y;
const otherValue = /[^,\]}#\n]*/y;

/** Finds keys and texts of TOML that can be parsed. */
function findPlaces(whole: string): Places {
  const text = `${whole}\n`;
  const places: Places = { keys: new Map(), values: new Map() };
  const counts = new Map<string, number>();
  let at = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? "";
    at += found.length;
    return found;
  };
  const skip = (mark: string): boolean => {
    take(blank);
    if (!text.startsWith(mark, at)) return false;
    at += mark.length;
    return true;
  };
  const readKey = (path: readonly (string | number)[]): (string | number)[] => {
    const own = [...path];
    do {
      take(blank);
      const start = at;
      const quoted = take(string);
      const key = quoted === "" ? take(bareKey) : (parse(`a = ${quoted}`).a as string);
      own.push(key);
      places.keys.set(JSON.stringify(own), [start, at]);
      if (at === start) throw new Error("a key is missing");
    } while (skip("."));
    return own;
  };
  const readPair = (path: readonly (string | number)[]): void => {
    const own = readKey(path);
    skip("=");
    readValue(own);
  };
  const readValue = (path: readonly (string | number)[]): void => {
    take(blank);
    const start = at;
    if (take(string) !== "") places.values.set(JSON.stringify(path), [start, at]);
    else if (skip("[")) for (let index = 0; !skip("]"); index += 1, skip(",")) readValue([...path, index]);
    else if (skip("{")) for (; !skip("}"); skip(",")) readPair(path);
    else if (take(otherValue) === "") throw new Error("a value is missing");
  };
  let table: (string | number)[] = [];
  for (take(blank); at < text.length; take(blank)) {
    if (skip("[[")) {
      const path = readKey([]);
      const name = JSON.stringify(path);
      counts.set(name, (counts.get(name) ?? -1) + 1);
      table = [...path, counts.get(name)!];
      skip("]]");
    } else if (skip("[")) {
      table = readKey([]);
      skip("]");
    } else readPair(table);
  }
  return places;
}
