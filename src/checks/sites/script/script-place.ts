import type { Place } from "../../model/place.ts";
import { createPlacer } from "../../pages/place-at.ts";
import type { ScriptSpot, ScriptValue } from "./script-values.ts";
import type { Node } from "./syntax-tree.ts";

/** Makes a script of a JSON file; places are those in the file itself. */
const jsonPrefix = "export default ";

export interface ScriptText {
  path: string;
  /** Place of a stretch of the file. */
  placeAt(start: number, end: number): Place;
}

/** `text`: a result of `asScript`. */
export function openPlaces(path: string, text: string): ScriptText {
  return { path, placeAt: createPlacer(path, text.slice(shiftOf(path))) };
}

/** Excludes the quotes. */
export function placeOf({ path, placeAt }: ScriptText, node: Node, isQuoted: boolean): Place {
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

/** The text of a file as a script: JSON is its default export. */
export function asScript(path: string, text: string): string {
  return path.endsWith(".json") ? jsonPrefix + text : text;
}
