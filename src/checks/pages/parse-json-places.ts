import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";

export interface JsonNode {
  kind: "object" | "array" | "string" | "other";
  start: number;
  end: number;
  value: unknown;
  members: { key: string; node: JsonNode }[];
  items: JsonNode[];
}

export class JsonPlaceError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const depthMax = 200;

/**
 * Parses JSON with the place of every value. Accepts comments and a trailing comma; otherwise throws
 * JsonPlaceError.
 */
export function parseJsonPlaces(text: string): JsonNode {
  const errors: ParseError[] = [];
  const root = parse(text.startsWith("\ufeff") ? ` ${text.slice(1)}` : text, errors);
  const [first] = errors;
  if (first !== undefined) throw new JsonPlaceError(wordsOf(first), first.offset);
  return toJsonNode(root!, 0);
}

/** Returns the member's value, or null. */
export function memberOf(node: JsonNode, key: string): JsonNode | null {
  return node.members.find((member) => member.key === key)?.node ?? null;
}

function parse(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { allowTrailingComma: true });
  } catch (error) {
    // Stack overflow of the parser.
    if (error instanceof RangeError) throw new JsonPlaceError("nested too deeply", 0);
    throw error;
  }
}

/** Turns e.g. `CommaExpected` into "comma expected". */
function wordsOf({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
}

function toJsonNode({ type, offset, length, value, children = [] }: Node, depth: number): JsonNode {
  if (depth > depthMax) throw new JsonPlaceError("nested too deeply", offset);
  const isObject = type === "object";
  return {
    kind: isObject || type === "array" || type === "string" ? type : "other",
    start: offset,
    end: offset + length,
    value: value ?? null,
    members: isObject ? children.map((member) => toMember(member, depth)) : [],
    items: isObject ? [] : children.map((item) => toJsonNode(item, depth + 1)),
  };
}

function toMember({ children }: Node, depth: number): JsonNode["members"][number] {
  const [key, value] = children!;
  return { key: key!.value, node: toJsonNode(value!, depth + 1) };
}
