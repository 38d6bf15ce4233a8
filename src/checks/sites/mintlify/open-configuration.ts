import { posix } from "node:path";
import type { Place } from "../../model/place.ts";
import type { SiteContext } from "../../model/site.ts";
import { type JsonNode, JsonPlaceError, memberOf, parseJsonPlaces } from "../../pages/parse-json-places.ts";
import { createPlacer } from "../../pages/place-at.ts";
import type { Finding } from "../../types.ts";
import type { GeneratorConfiguration } from "../generator.ts";

const referenceFilesMax = 200;

/** A configuration while its files are read. */
export interface Reading {
  context: SiteContext;
  docsRoot: string;
  configuration: GeneratorConfiguration;
  seen: Set<string>;
}

export interface ConfigurationFile {
  path: string;
  root: JsonNode;
  place(start: number, end: number): Place;
}

/** Returns null for a file that was read before, or is not valid. */
export async function openFile(reading: Reading, path: string): Promise<ConfigurationFile | null> {
  if (reading.seen.has(path) || reading.seen.size > referenceFilesMax) return null;
  reading.seen.add(path);
  const text = (await reading.context.read(path)).toString("utf8");
  const place = createPlacer(path, text);
  try {
    return { path, root: parseJsonPlaces(text), place };
  } catch (error) {
    if (!(error instanceof JsonPlaceError)) throw error;
    const { line, column } = place(error.offset, error.offset);
    reading.configuration.findings.push({
      rule: "navigation",
      path,
      line,
      column,
      message: `not valid JSON: ${error.message}`,
    });
    return null;
  }
}

/** `{"$ref": "./fr.json"}` stands for the content of that file. */
export async function followReference(
  reading: Reading,
  file: ConfigurationFile,
  node: JsonNode,
): Promise<{ file: ConfigurationFile; node: JsonNode } | null> {
  const reference = memberOf(node, "$ref");
  if (reference === null || typeof reference.value !== "string") return null;
  const target = posix.join(posix.dirname(file.path), reference.value);
  reading.configuration.readFrom.push(target);
  if (!reading.context.files.has(target)) {
    reading.configuration.findings.push(missing(file, reference, reference.value));
    return null;
  }
  const opened = await openFile(reading, target);
  return opened === null ? null : { file: opened, node: opened.root };
}

function missing(file: ConfigurationFile, node: JsonNode, target: string): Finding {
  const { line, column } = file.place(node.start + 1, node.end - 1);
  return { rule: "navigation", path: file.path, line, column, target, message: `${target} does not exist` };
}
