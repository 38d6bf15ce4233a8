import { AppError } from "../../errors.ts";
import { withPeriod } from "../../text/with-period.ts";
import { gitsOwnWords } from "../programs/git-output.ts";
import { type GitResult, runGit } from "../programs/run-git.ts";
import { regexProblem } from "./regex-problem.ts";
import { searchPathspecs } from "./search-pathspecs.ts";

export interface TreeQuery {
  pattern: string;
  /** True: plain text. False: POSIX extended regular expression. */
  literal: boolean;
  ignoreCase: boolean;
  /**
   * `*` stays within a folder, `**` does not, `{a,b}` is either; without `/` it is a file name in any
   * folder.
   */
  glob?: string;
}

export interface TreeHit {
  path: string;
  /** 1-based. */
  line: number;
  /** The line without its end, at most 1,000 characters. */
  text: string;
}

export interface TreeSearch {
  hits: TreeHit[];
  /** True if there are, or may be, more hits. */
  truncated: boolean;
  timedOut: boolean;
}

export interface SearchOptions {
  maxHits: number;
  /** Default: `searchMs`. */
  limitMs?: number;
  /** Leaves out the text of the lines. */
  placesOnly?: boolean;
  signal?: AbortSignal;
}

export const searchMs = 1_500;
const lineCharactersMax = 1_000;
const pendingBytesMax = 16 * 1024 * 1024;

/** Throws `invalid_request` for a pattern that cannot be searched for. */
export function assertUsableQuery(query: TreeQuery): void {
  const problem = /[\0\r\n]/.test(query.pattern) ? "it must be one line" : regexProblem(query);
  if (problem !== null) throw unusable(`The pattern cannot be searched for: ${problem}.`);
}

interface SearchPlace {
  /** Global options of git that name the repository. */
  repository: readonly string[];
  /** Ids of a tree, or of blobs; the paths of hits in blobs are their ids. */
  objects: { tree: string } | { blobs: readonly string[] };
}

/**
 * Finds lines in text files; ends within 2 seconds whatever the pattern, with the hits so far. Pattern and
 * glob are data: neither can become an option. Throws `invalid_request` for an unusable pattern or glob.
 */
export async function searchWithGit(
  { repository, objects }: SearchPlace,
  query: TreeQuery,
  options: SearchOptions,
): Promise<TreeSearch> {
  const ids = "tree" in objects ? [objects.tree] : objects.blobs;
  // Paths in a tree begin with its name and a colon.
  const reader = readHits(options.maxHits, "tree" in objects ? objects.tree.length + 1 : 0);
  const result = await runGit([...repository, ...searchArguments(ids, query)], {
    signal: options.signal,
    timeoutMs: options.limitMs ?? searchMs,
    maxOutputBytes: Number.POSITIVE_INFINITY,
    // Only a UTF-8 locale takes letters beyond ASCII for single characters; the C locale is far faster.
    env: /^[\x20-\x7e\t]*$/.test(query.pattern) ? {} : { LC_ALL: "C.UTF-8" },
    onOutput: reader.read,
  });
  if (result.ended === "exit" && result.code > 1) throw unusable(explain(result));
  return { hits: reader.hits, truncated: result.ended !== "exit", timedOut: result.ended === "timeout" };
}

function searchArguments(
  ids: readonly string[],
  { pattern, literal, ignoreCase, glob }: TreeQuery,
): string[] {
  return [
    "grep",
    "--no-textconv",
    "--no-color",
    "--full-name",
    "-I",
    "-n",
    "-z",
    ...(ignoreCase ? ["-i"] : []),
    literal ? "-F" : "-E",
    "-e",
    pattern,
    ...ids,
    "--",
    ...searchPathspecs(glob),
  ];
}

/** Parses `path NUL line NUL text LF` records from the stream until there are enough. */
function readHits(maxHits: number, prefixBytes: number) {
  const hits: TreeHit[] = [];
  let rest: Buffer = Buffer.alloc(0);
  const read = (chunk: Buffer): boolean => {
    const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (;;) {
      const pathEnd = data.indexOf(0, start);
      const lineEnd = pathEnd === -1 ? -1 : data.indexOf(0, pathEnd + 1);
      const end = lineEnd === -1 ? -1 : data.indexOf(10, lineEnd + 1);
      if (end === -1) break;
      if (hits.length === maxHits) return false;
      const line = Number(data.toString("latin1", pathEnd + 1, lineEnd));
      const path = data.toString("utf8", start + prefixBytes, pathEnd);
      hits.push(toHit(path, { line, bytes: data.subarray(lineEnd + 1, end) }));
      start = end + 1;
    }
    rest = data.subarray(start);
    return rest.length <= pendingBytesMax;
  };
  return { hits, read };
}

export function toHit(path: string, { line, bytes }: { line: number; bytes: Buffer }): TreeHit {
  return { path, line, text: lineText(bytes) };
}

function lineText(line: Buffer): string {
  const text = line.subarray(0, lineCharactersMax * 4).toString("utf8");
  return text.replace(/\r$/, "").slice(0, lineCharactersMax);
}

function explain(result: GitResult): string {
  const words = gitsOwnWords(result.stderr).replace(/^(fatal|error): (-e option, )?/, "");
  return withPeriod(`The search is not possible: ${words.slice(0, 300)}`);
}

function unusable(message: string): AppError {
  return new AppError("invalid_request", message);
}
