import { posix } from "node:path";
import { isMap, isScalar, visit, type YAMLMap } from "yaml";
import type { Place } from "../../model/place.ts";
import type { SiteContext } from "../../model/site.ts";
import { createPlacer } from "../../pages/place-at.ts";
import { readMkdocsYaml, textOf } from "./read-yaml.ts";

export const configurationBytesMax = 1024 * 1024;
const depthMax = 10;

/** One of the files that a configuration is written in. */
export interface Source {
  path: string;
  text: string;
  place(start: number, end: number): Place;
}

/**
 * Adds to `root` what it inherits, as MkDocs does: maps are merged, all else is replaced. `INHERIT` stays in
 * `root` where a file could not be read. Returns the file that holds a text, as its range counts there.
 */
export async function addInherited(
  { files, read }: SiteContext,
  root: YAMLMap,
  own: Source,
): Promise<{ paths: string[]; sourceOf(node: unknown): Source }> {
  const sources = new Map<unknown, Source>();
  const paths: string[] = [];
  for (let from = own.path; root.has("INHERIT") && paths.length < depthMax; ) {
    const path = posix.join(posix.dirname(from), textOf(root.get("INHERIT", true)) ?? "");
    if (!files.has(path)) break;
    const bytes = await read(path);
    const text = bytes.length > configurationBytesMax ? "" : bytes.toString("utf8");
    const { contents } = readMkdocsYaml(text);
    if (!isMap(contents)) break;
    const source = { path, text, place: createPlacer(path, text) };
    visit(contents, { Scalar: (_, node) => void sources.set(node, source) });
    root.delete("INHERIT");
    addMissing(root, contents as YAMLMap);
    paths.push(path);
    from = path;
  }
  return { paths, sourceOf: (node) => sources.get(node) ?? own };
}

function addMissing(to: YAMLMap, from: YAMLMap): void {
  for (const pair of from.items) {
    const key = isScalar(pair.key) ? pair.key.value : pair.key;
    const [own, inherited] = [to.get(key, true) as unknown, pair.value];
    if (!to.has(key)) to.items.push(pair);
    else if (isMap(own) && isMap(inherited)) addMissing(own as YAMLMap, inherited as YAMLMap);
  }
}
