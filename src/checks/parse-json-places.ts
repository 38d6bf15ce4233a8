export interface JsonNode {
  kind: "object" | "array" | "string" | "other";
  start: number;
  end: number;
  value: unknown;
  members: { key: string; keyStart: number; node: JsonNode }[];
  items: JsonNode[];
}

export class JsonPlaceError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const DEPTH_MAX = 200;
const LITERAL = /(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\.)*"/y;

/** JSON with the place of every value. Comments and a trailing comma are accepted; otherwise throws JsonPlaceError. */
export function parseJsonPlaces(text: string): JsonNode {
  const reader = { text, at: text.charCodeAt(0) === 0xfeff ? 1 : 0 };
  skipSpace(reader);
  const node = readValue(reader, 0);
  skipSpace(reader);
  if (reader.at < text.length) throw new JsonPlaceError("unexpected text after the end", reader.at);
  return node;
}

interface Reader {
  text: string;
  at: number;
}

function readValue(reader: Reader, depth: number): JsonNode {
  if (depth > DEPTH_MAX) throw new JsonPlaceError("nested too deeply", reader.at);
  const mark = reader.text[reader.at];
  if (mark === "{") return readObject(reader, depth);
  if (mark === "[") return readArray(reader, depth);
  return mark === '"' ? readString(reader) : readLiteral(reader);
}

function readObject(reader: Reader, depth: number): JsonNode {
  const node: JsonNode = { kind: "object", start: reader.at, end: 0, value: null, members: [], items: [] };
  reader.at += 1;
  for (;;) {
    skipSpace(reader);
    if (take(reader, "}")) break;
    const key = readString(reader);
    skipSpace(reader);
    if (!take(reader, ":")) throw new JsonPlaceError("expected a colon", reader.at);
    skipSpace(reader);
    node.members.push({ key: String(key.value), keyStart: key.start, node: readValue(reader, depth + 1) });
    skipSpace(reader);
    if (!take(reader, ",") && reader.text[reader.at] !== "}") {
      throw new JsonPlaceError("expected a comma or }", reader.at);
    }
  }
  node.end = reader.at;
  return node;
}

function readArray(reader: Reader, depth: number): JsonNode {
  const node: JsonNode = { kind: "array", start: reader.at, end: 0, value: null, members: [], items: [] };
  reader.at += 1;
  for (;;) {
    skipSpace(reader);
    if (take(reader, "]")) break;
    node.items.push(readValue(reader, depth + 1));
    skipSpace(reader);
    if (!take(reader, ",") && reader.text[reader.at] !== "]") {
      throw new JsonPlaceError("expected a comma or ]", reader.at);
    }
  }
  node.end = reader.at;
  return node;
}

function readString(reader: Reader): JsonNode {
  STRING.lastIndex = reader.at;
  const match = STRING.exec(reader.text);
  if (match === null) throw new JsonPlaceError("expected a string in double quotes", reader.at);
  return leaf(reader, "string", match[0]);
}

function readLiteral(reader: Reader): JsonNode {
  LITERAL.lastIndex = reader.at;
  const match = LITERAL.exec(reader.text);
  if (match === null) throw new JsonPlaceError("expected a value", reader.at);
  return leaf(reader, "other", match[0]);
}

function leaf(reader: Reader, kind: "string" | "other", raw: string): JsonNode {
  const start = reader.at;
  reader.at += raw.length;
  try {
    return { kind, start, end: reader.at, value: JSON.parse(raw), members: [], items: [] };
  } catch {
    throw new JsonPlaceError("this value is not valid", start);
  }
}

function take(reader: Reader, mark: string): boolean {
  if (reader.text[reader.at] !== mark) return false;
  reader.at += 1;
  return true;
}

function skipSpace(reader: Reader): void {
  const { text } = reader;
  for (;;) {
    while (/\s/.test(text[reader.at] ?? "x")) reader.at += 1;
    if (text.startsWith("//", reader.at)) reader.at = endOf(text, "\n", reader.at);
    else if (text.startsWith("/*", reader.at)) reader.at = endOf(text, "*/", reader.at);
    else return;
  }
}

function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}

/** The member's value, or null. */
export function memberOf(node: JsonNode, key: string): JsonNode | null {
  return node.members.find((member) => member.key === key)?.node ?? null;
}
