import type { Place } from "../../model/place.ts";
import { createPlacer } from "../../pages/place-at.ts";
import { parseScript } from "./parse-script.ts";
import type { ScriptSpot, ScriptValue } from "./script-values.ts";
import type { Node } from "./syntax-tree.ts";

const bytesMax = 512 * 1024;
/** Makes a script of a JSON file; places are those in the file itself. */
const jsonPrefix = "export default ";

export interface ScriptText {
  path: string;
  /** Place of a stretch of the file. */
  placeAt(start: number, end: number): Place;
}

/** Parses a file, also one of JSON, which is its default export; null if it is no script, or too long. */
export function openScript(path: string, bytes: Buffer): (ScriptText & { body: Node[] }) | null {
  if (bytes.length > bytesMax) return null;
  const text = bytes.toString("utf8");
  const script = parseScript(path, path.endsWith(".json") ? jsonPrefix + text : text);
  return script && { path, placeAt: createPlacer(path, text), body: script.body };
}

/** Excludes the quotes. */
function placeOf({ path, placeAt }: ScriptText, node: Node, isQuoted: boolean): Place {
  const shift = shiftOf(path) - (isQuoted ? 1 : 0);
  return placeAt(node.start - shift, node.end - shift - (isQuoted ? 2 : 0));
}

export function literalOf(
  script: ScriptText,
  node: Node,
  value: string | number | boolean | null,
): ScriptValue {
  return { kind: "value", value, place: placeOf(script, node, typeof value === "string") };
}

export function spotOf({ path }: Pick<ScriptText, "path">, { start }: Node): ScriptSpot {
  return { path, start: start - shiftOf(path) };
}

function shiftOf(path: string): number {
  return path.endsWith(".json") ? jsonPrefix.length : 0;
}

/** Where the name of an object's member is written, and where the member ends. */
export function placeOfMember(script: ScriptText, member: Node): Place {
  const key = member.key as Node;
  const isQuoted = key.type === "StringLiteral";
  const place = placeOf(script, key, isQuoted);
  // In JSON, the text has more in front than the file.
  const memberEnd = member.end + place.start - key.start - (isQuoted ? 1 : 0);
  return { ...place, memberEnd, ...(!isQuoted && { isBareName: true }) };
}
