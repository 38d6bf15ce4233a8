import type { Place } from "../../model/place.ts";
import { createPlacer } from "../../pages/place-at.ts";
import type { ScriptSpot } from "./script-values.ts";
import type { Node } from "./syntax-tree.ts";

/** Makes a script of a JSON file; places are those in the file itself. */
export const jsonPrefix = "export default ";

interface ScriptText {
  path: string;
  /** With `jsonPrefix`, for a JSON file. */
  text: string;
}

/** Excludes the quotes. */
export function placeOf({ path, text }: ScriptText, node: Node, isQuoted: boolean): Place {
  const shift = shiftOf(path);
  const [start, end] = [node.start - shift, node.end - shift];
  return createPlacer(path, text.slice(shift))(isQuoted ? start + 1 : start, isQuoted ? end - 1 : end);
}

export function spotOf({ path }: Pick<ScriptText, "path">, { start }: Node): ScriptSpot {
  return { path, start: start - shiftOf(path) };
}

function shiftOf(path: string): number {
  return path.endsWith(".json") ? jsonPrefix.length : 0;
}
