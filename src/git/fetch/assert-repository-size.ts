import { isUtf8 } from "node:buffer";
import { AppError } from "../../errors.ts";
import { gitFailed } from "../programs/git-output.ts";
import { runGit } from "../programs/run-git.ts";

export interface SizeLimits {
  maxFiles: number;
  maxFileBytes: number;
  maxTotalBytes: number;
  /** Length of a path in the repository, in bytes. */
  maxPathLength: number;
  /** Depth of nested folders. */
  maxDepth: number;
}

export const sizeLimitsDefault: SizeLimits = {
  maxFiles: 100_000,
  maxFileBytes: 50 * 1024 * 1024,
  maxTotalBytes: 1024 * 1024 * 1024,
  maxPathLength: 1_024,
  maxDepth: 64,
};

interface SizeOptions {
  mirror: string;
  commit: string;
  limits?: Partial<SizeLimits>;
  signal?: AbortSignal;
}

interface TreeContent {
  files: number;
  bytes: number;
  /** Repository paths in git's order, without submodules. */
  paths: string[];
}

/** A file, link, submodule or folder of a tree. */
interface ListedEntry {
  /** Mode as in the tree: `0o100644`, `0o40000` … */
  mode: number;
  id: string;
  /** 0 for anything but a file. */
  bytes: number;
  path: string;
}

export const submoduleMode = 0o160000;
export const folderMode = 0o40000;

/** Checks the names and sizes in the commit's tree against the limits. Throws what `listTree` throws. */
export async function assertRepositorySize(options: SizeOptions): Promise<TreeContent> {
  const paths: string[] = [];
  const totals = await listTree(options, ({ mode, path }) => {
    if (mode !== submoduleMode && mode !== folderMode) paths.push(path);
  });
  return { ...totals, paths };
}

/**
 * Reads the commit's tree in git's order, each folder before its contents, and stops at the first limit
 * that is exceeded. Throws `repository_too_large`, which names the limit, and `file_name_unreadable`.
 */
export async function listTree(
  options: SizeOptions,
  onEntry: (entry: ListedEntry) => void,
): Promise<{ files: number; bytes: number }> {
  const limits = { ...sizeLimitsDefault, ...options.limits };
  const totals = { files: 0, bytes: 0 };
  let rest: Buffer = Buffer.alloc(0);
  let problem: string | null = null;
  let foreign: Buffer | null = null;
  const args = [
    `--git-dir=${options.mirror}`,
    "ls-tree",
    "-r",
    "-t",
    "-z",
    "-l",
    "--full-tree",
    options.commit,
  ];
  const read = (chunk: Buffer): boolean => {
    const data = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = data.indexOf(0); end !== -1; end = data.indexOf(0, start)) {
      const entry = data.subarray(start, end);
      if (!isUtf8(entry)) foreign ??= Buffer.from(entry.subarray(entry.indexOf(9) + 1));
      const listed = parseEntry(entry);
      problem = count(listed, totals, limits);
      if (problem !== null) return false;
      if (foreign === null) onEntry(listed);
      start = end + 1;
    }
    rest = data.subarray(start);
    if (rest.length > limits.maxPathLength + 200) problem = pathTooLong(limits);
    return problem === null;
  };
  let thrown: unknown = null;
  const result = await runGit(args, {
    signal: options.signal,
    maxOutputBytes: Number.POSITIVE_INFINITY,
    onOutput(chunk) {
      try {
        return read(chunk);
      } catch (error) {
        thrown = error;
        return false;
      }
    },
  });
  if (thrown !== null) throw thrown;
  if (problem !== null) throw tooLarge(problem);
  const [, missing] = /could not fetch ([0-9a-f]+) from promisor remote/.exec(result.stderr) ?? [];
  if (missing !== undefined && isLimited(limits))
    throw tooLarge(fileTooLarge(await findPath(options, missing), limits));
  if (result.code !== 0) throw gitFailed(args, result);
  if (foreign !== null) throw notUtf8(foreign);
  return totals;
}

function isLimited({ maxFileBytes }: SizeLimits): boolean {
  return maxFileBytes < Number.POSITIVE_INFINITY;
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

interface SizedEntry extends ListedEntry {
  pathBytes: number;
  /** True if the file was left out of the fetch because of its size. */
  isMissing: boolean;
}

/**
 * Parses `mode type hash size<TAB>path`; size is `-` for anything but a file and `BAD` for a missing blob.
 */
function parseEntry(entry: Buffer): SizedEntry {
  const tab = entry.indexOf(9);
  const [mode = "", , id = "", size = ""] = entry.toString("latin1", 0, tab).split(/ +/);
  return {
    mode: Number.parseInt(mode, 8),
    id,
    bytes: /^\d+$/.test(size) ? Number(size) : 0,
    path: entry.toString("utf8", tab + 1),
    pathBytes: entry.length - tab - 1,
    isMissing: size === "BAD",
  };
}

function count(
  { mode, path, pathBytes, bytes, isMissing }: SizedEntry,
  totals: { files: number; bytes: number },
  limits: SizeLimits,
): string | null {
  if (mode !== folderMode) totals.files += 1;
  totals.bytes += bytes;
  if (totals.files > limits.maxFiles) return `it has more than ${limits.maxFiles} files`;
  if (pathBytes > limits.maxPathLength) return pathTooLong(limits);
  const depth = mode === folderMode ? depthOf(path) + 1 : depthOf(path);
  if (depth > limits.maxDepth) return `its folders are nested more than ${limits.maxDepth} levels deep`;
  if (bytes > limits.maxFileBytes || (isMissing && isLimited(limits))) return fileTooLarge(path, limits);
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

/** Returns the error for a commit that was too large to be fetched whole. */
export function moreThanBytes(bytesMax: number): AppError {
  return tooLarge(tooManyBytes(bytesMax));
}

function tooManyBytes(bytesMax: number): string {
  return `its files have more than ${megabytes(bytesMax)}`;
}

function fileTooLarge(path: string, limits: SizeLimits): string {
  return `the file ${JSON.stringify(path.slice(0, 200))} is larger than ${megabytes(limits.maxFileBytes)}`;
}

function depthOf(path: string): number {
  let depth = 0;
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) depth += 1;
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
