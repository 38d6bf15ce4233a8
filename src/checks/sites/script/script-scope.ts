import type { SiteContext } from "../../model/site.ts";
import { openScript, type ScriptText } from "./script-place.ts";
import type { ScriptValue } from "./script-values.ts";
import type { ImportRoots, Node } from "./syntax-tree.ts";

export interface Reading {
  context: SiteContext;
  readFrom: Set<string>;
  roots: ImportRoots;
  /** How many items of lists were given to functions. */
  mapped: number;
  /** How many expressions were evaluated. */
  steps: number;
  /** By path and name. */
  exports: Map<string, ScriptValue>;
}

export interface Scope extends ScriptText {
  reading: Reading;
  body: Node[];
  depth: number;
  /** What names stand for inside a function that is called. */
  bound?: ReadonlyMap<string, ScriptValue> | undefined;
}

const filesMax = 50;

/** Null if the file is no script, or too many were read. */
export async function openScope(reading: Reading, path: string): Promise<Scope | null> {
  if (reading.readFrom.size >= filesMax) return null;
  reading.readFrom.add(path);
  const script = openScript(path, await reading.context.read(path));
  return script && { reading, ...script, depth: 0 };
}
