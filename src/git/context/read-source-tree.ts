import { isUtf8 } from "node:buffer";
import { AppError } from "../../errors.ts";
import { matchGlob } from "../../text/match-glob.ts";
import { gitFailed } from "../programs/git-output.ts";
import { runGit } from "../programs/run-git.ts";

/** The files of a context repository's commit that jobs see: paths and object ids. */
export interface SourceTree {
  /** Repository path → id of the contents, in git's order. */
  files: ReadonlyMap<string, string>;
  /** Folders that contain files the globs let through, at each depth; `""` is the root. */
  folders: ReadonlyMap<string, readonly { name: string; isFolder: boolean }[]>;
}

interface TreeOptions {
  /** Git directory. */
  mirror: string;
  commit: string;
  /** Globs; empty means everything. */
  include: readonly string[];
  signal?: AbortSignal;
}

/** Limit for the files that jobs see. */
const filesMax = 200_000;
const entryBytesMax = 8 * 1024;

/**
 * Reads the file names of a commit, not the files. Leaves out links, submodules, names that are not UTF-8
 * and paths that no glob matches. Throws `repository_too_large` if more remains than a job can use.
 */
export async function readSourceTree(options: TreeOptions): Promise<SourceTree> {
  const matches = options.include.map((glob) => matchGlob(glob));
  const isMeant = (path: string) => matches.length === 0 || matches.some((match) => match(path));
  const files = new Map<string, string>();
  let rest: Buffer = Buffer.alloc(0);
  let isTooMuch = false;
  const args = [`--git-dir=${options.mirror}`, "ls-tree", "-r", "-z", "--full-tree", options.commit];
  const result = await runGit(args, {
    signal: options.signal,
    maxOutputBytes: Number.POSITIVE_INFINITY,
    onOutput(chunk) {
      const data = Buffer.concat([rest, chunk]);
      let start = 0;
      for (let end = data.indexOf(0); end !== -1; end = data.indexOf(0, start)) {
        const entry = parseEntry(data.subarray(start, end));
        if (entry !== null && isMeant(entry.path)) files.set(entry.path, entry.id);
        start = end + 1;
      }
      rest = data.subarray(start);
      isTooMuch ||= files.size > filesMax || rest.length > entryBytesMax;
      return !isTooMuch;
    },
  });
  if (isTooMuch) throw tooLarge();
  if (result.code !== 0) throw gitFailed(args, result);
  return { files, folders: toFolders(files.keys()) };
}

/** Parses `mode type id<TAB>path`; null for anything but a plain file. */
function parseEntry(entry: Buffer): { path: string; id: string } | null {
  const tab = entry.indexOf(9);
  const [mode = "", , id = ""] = entry.toString("latin1", 0, tab).split(" ");
  if (mode !== "100644" && mode !== "100755") return null;
  const path = entry.subarray(tab + 1);
  return isUtf8(path) ? { path: path.toString("utf8"), id } : null;
}

function toFolders(paths: Iterable<string>): SourceTree["folders"] {
  const folders = new Map<string, Map<string, { name: string; isFolder: boolean }>>([["", new Map()]]);
  const enter = (path: string): Map<string, { name: string; isFolder: boolean }> => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const made = new Map<string, { name: string; isFolder: boolean }>();
    folders.set(path, made);
    const cut = path.lastIndexOf("/");
    const name = path.slice(cut + 1);
    enter(path.slice(0, Math.max(0, cut))).set(name, { name, isFolder: true });
    return made;
  };
  for (const path of paths) {
    const cut = path.lastIndexOf("/");
    const name = path.slice(cut + 1);
    enter(path.slice(0, Math.max(0, cut))).set(name, { name, isFolder: false });
  }
  return new Map([...folders].map(([path, entries]) => [path, [...entries.values()]]));
}

function tooLarge(): AppError {
  return new AppError(
    "repository_too_large",
    `The repository has more than ${filesMax} files that jobs would see. Name fewer with include globs.`,
  );
}
