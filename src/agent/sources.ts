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
  /** Says what was not searched. */
  note: string | null;
}

/**
 * A context repository at one commit, as tools see it. It is read-only, and tools that write have no argument
 * to name it.
 */
export interface AgentSource {
  name: string;
  commit: string;
  /** Repository paths in git's order. */
  paths(): Iterable<string>;
  /** Throws `file_not_found`, and `not_a_regular_file` if the file is binary or too large. */
  readText(path: string, signal?: AbortSignal): Promise<string>;
  /** Returns null if there is no such folder. */
  listFolder(path: string): readonly FolderEntry[] | null;
  search(query: SourceQuery, signal?: AbortSignal): Promise<SourceHits>;
}

export type AgentSources = ReadonlyMap<string, AgentSource>;

/** Throws `context_not_found`, which lists the existing ones. */
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
