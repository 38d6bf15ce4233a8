import { isUtf8 } from "node:buffer";
import { AppError } from "../errors.ts";
import { gitFailed } from "./git-output.ts";
import { runGit } from "./run-git.ts";

export interface SizeLimits {
  maxFiles: number;
  maxFileBytes: number;
  maxTotalBytes: number;
  /** Of a path in the repository, in bytes. */
  maxPathLength: number;
  /** Folders in each other. */
  maxDepth: number;
}

export const sizeLimitsDefault: SizeLimits = {
  maxFiles: 100_000,
  maxFileBytes: 50 * 1024 * 1024,
  maxTotalBytes: 1024 * 1024 * 1024,
  maxPathLength: 1_024,
  maxDepth: 64,
};

export interface SizeOptions {
  mirror: string;
  commit: string;
  limits?: Partial<SizeLimits>;
  signal?: AbortSignal;
}

export interface TreeContent {
  files: number;
  bytes: number;
  /** Repository paths in git's order; submodules are no files. */
  paths: string[];
}

/**
 * Reads names and sizes of the commit's tree before anything of it is written, and stops at the first limit that is passed.
 * Throws `repository_too_large`, which says the limit, and `file_name_unreadable`.
 */
export async function assertRepositorySize(options: SizeOptions): Promise<TreeContent> {
  const limits = { ...sizeLimitsDefault, ...options.limits };
  const totals: TreeContent = { files: 0, bytes: 0, paths: [] };
  let rest: Buffer = Buffer.alloc(0);
  let problem: string | null = null;
  let foreign: Buffer | null = null;
  const args = [`--git-dir=${options.mirror}`, "ls-tree", "-r", "-z", "-l", "--full-tree", options.commit];
  const result = await runGit(args, {
    signal: options.signal,
    maxOutputBytes: Number.POSITIVE_INFINITY,
    onOutput(chunk) {
      const data = Buffer.concat([rest, chunk]);
      let start = 0;
      for (let end = data.indexOf(0); end !== -1; end = data.indexOf(0, start)) {
        const entry = data.subarray(start, end);
        if (!isUtf8(entry)) foreign ??= Buffer.from(entry.subarray(entry.indexOf(9) + 1));
        problem = count(entry, totals, limits);
        if (problem !== null) return false;
        start = end + 1;
      }
      rest = data.subarray(start);
      if (rest.length > limits.maxPathLength + 200) problem = pathTooLong(limits);
      return problem === null;
    },
  });
  if (problem !== null) throw tooLarge(problem);
  const [, missing] = /could not fetch ([0-9a-f]+) from promisor remote/.exec(result.stderr) ?? [];
  if (missing !== undefined) throw tooLarge(fileTooLarge(await findPath(options, missing), limits));
  if (result.code !== 0) throw gitFailed(args, result);
  if (foreign !== null) throw notUtf8(foreign);
  return totals;
}

/** Where a file is that was left out of the fetch because of its size. */
async function findPath(options: SizeOptions, hash: string): Promise<string> {
  const args = [`--git-dir=${options.mirror}`, "ls-tree", "-r", "-z", "--full-tree", options.commit];
  const { stdout } = await runGit(args, { signal: options.signal });
  const entry = stdout
    .toString("utf8")
    .split("\0")
    .find((text) => text.includes(` ${hash}\t`));
  return entry?.slice(entry.indexOf("\t") + 1) ?? hash;
}

/** `entry` is `mode type hash size<TAB>path`; size is `-` for a submodule and `BAD` for a blob that is not there. */
function count(entry: Buffer, totals: TreeContent, limits: SizeLimits): string | null {
  const tab = entry.indexOf(9);
  const path = entry.subarray(tab + 1);
  const size = entry.toString("latin1", 0, tab).split(/ +/)[3] ?? "";
  const bytes = /^\d+$/.test(size) ? Number(size) : 0;
  totals.files += 1;
  totals.bytes += bytes;
  if (size !== "-") totals.paths.push(path.toString("utf8"));
  if (totals.files > limits.maxFiles) return `it has more than ${limits.maxFiles} files`;
  if (path.length > limits.maxPathLength) return pathTooLong(limits);
  if (depthOf(path) > limits.maxDepth) return `it has more than ${limits.maxDepth} folders in each other`;
  if (bytes > limits.maxFileBytes || size === "BAD") return fileTooLarge(path.toString("utf8"), limits);
  if (totals.bytes > limits.maxTotalBytes) return tooManyBytes(limits.maxTotalBytes);
  return null;
}

function notUtf8(path: Buffer): AppError {
  const name = path
    .toString("latin1")
    .replace(/[^ -~]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, "0")}`);
  return new AppError(
    "file_name_unreadable",
    `The repository has a file whose name is not UTF-8: ${name}. Rename it (git mv) and push, then try again.`,
  );
}

/** For a commit that was not even brought whole. */
export function moreThanBytes(bytesMax: number): AppError {
  return tooLarge(tooManyBytes(bytesMax));
}

function tooManyBytes(bytesMax: number): string {
  return `its files have more than ${megabytes(bytesMax)}`;
}

function fileTooLarge(path: string, limits: SizeLimits): string {
  return `the file ${JSON.stringify(path.slice(0, 200))} is larger than ${megabytes(limits.maxFileBytes)}`;
}

function depthOf(path: Buffer): number {
  let depth = 0;
  for (let at = path.indexOf(47); at !== -1; at = path.indexOf(47, at + 1)) depth += 1;
  return depth;
}

function pathTooLong(limits: SizeLimits): string {
  return `it has a path of more than ${limits.maxPathLength} bytes`;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MiB`;
}

function tooLarge(problem: string): AppError {
  return new AppError("repository_too_large", `The repository is too large for Copydesk: ${problem}.`);
}
