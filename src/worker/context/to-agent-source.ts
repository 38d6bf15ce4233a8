import { decodeText, notRegular } from "../../agent/decode-text.ts";
import { parsePath } from "../../agent/parse-path.ts";
import type { AgentSource } from "../../agent/sources.ts";
import { fileBytesMax } from "../../agent/working-files.ts";
import { AppError } from "../../errors.ts";
import type { Source } from "../../git/context/open-source.ts";

const searchHitsMax = 20_000;

/** Returns what tools may do with a source: list, read, search. */
export function toAgentSource(name: string, source: Source): AgentSource {
  const { tree, commit } = source;
  return {
    name,
    commit,
    paths: () => tree.files.keys(),
    async readText(path, signal) {
      const place = parsePath(path).join("/");
      if (!tree.files.has(place)) throw missing(name, place, tree.folders.has(place));
      const bytes = await source.read(place, signal);
      if (bytes === null || bytes.length > fileBytesMax)
        throw notRegular(path, `larger than ${fileBytesMax} bytes`);
      return decodeText(path, bytes);
    },
    listFolder: (path) => tree.folders.get(path) ?? null,
    async search(query, signal) {
      const found = await source.search(query, { maxHits: searchHitsMax, signal });
      return { hits: found.hits, note: describeRest(found) };
    },
  };
}

function missing(name: string, path: string, isFolder: boolean): AppError {
  return isFolder
    ? new AppError("not_a_regular_file", `${path} is a folder of ${name}`)
    : new AppError("file_not_found", `${path} does not exist in ${name}`);
}

function describeRest({ unsearched, truncated }: { unsearched: number; truncated: boolean }): string | null {
  const notes = [
    ...(unsearched > 0 ? [`${unsearched} files were not searched; name fewer with glob`] : []),
    ...(truncated ? ["there may be more matches; search for less at once"] : []),
  ];
  return notes.length === 0 ? null : notes.join("; ");
}
