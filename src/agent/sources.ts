import { AppError } from "../errors.ts";
import { parsePath } from "./parse-path.ts";
import type { FolderEntry } from "./working-files.ts";

interface SourceQuery {
  pattern: string;
  literal: boolean;
  ignoreCase: boolean;
  glob?: string;
}

interface SourceHits {
  hits: { path: string; line: number; text: string }[];
  /** What was not looked into. */
  note: string | null;
}

/**
 * A context repository at one commit, as tools see it. It has nothing that writes, and the tools that write
 * have no argument that names it.
 */
export interface AgentSource {
  name: string;
  commit: string;
  /** Repository paths in git's order. */
  paths(): Iterable<string>;
  /** Throws `file_not_found`, and `not_a_regular_file` for binary and too large files. */
  readText(path: string, signal?: AbortSignal): Promise<string>;
  /** Null where no folder is. */
  listFolder(path: string): readonly FolderEntry[] | null;
  search(query: SourceQuery, signal?: AbortSignal): Promise<SourceHits>;
}

export type AgentSources = ReadonlyMap<string, AgentSource>;

/** Throws `context_not_found`, which names those that there are. */
export function findSource(sources: AgentSources | undefined, name: string): AgentSource {
  const found = sources?.get(name);
  if (found !== undefined) return found;
  const names = [...(sources?.keys() ?? [])];
  const others = names.length === 0 ? "this job has no sources" : `the sources are ${names.join(", ")}`;
  throw new AppError("context_not_found", `there is no source ${JSON.stringify(name)}; ${others}`);
}

/** Throws `file_not_found`. */
export function listSourceFolder(source: AgentSource, path: string): FolderEntry[] {
  const folder = parsePath(path).join("/");
  const entries = source.listFolder(folder);
  if (entries === null)
    throw new AppError("file_not_found", `the folder ${folder} does not exist in ${source.name}`);
  return entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
