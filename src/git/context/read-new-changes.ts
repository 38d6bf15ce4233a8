import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../files/make-folder.ts";
import { runFetch } from "../fetch/run-fetch.ts";
import { type LoggedChange, readChangeLog } from "../history/read-change-log.ts";
import { withHistoryFolder } from "../history/with-history-folder.ts";
import { gitLine, gitOutput } from "../programs/git-output.ts";
import { openRemote, type RemoteOptions } from "../remote/open-remote.ts";
import { remoteFailure } from "../remote/remote-failure.ts";

export interface NewChanges {
  /** Commit of the branch, or the commit that the tag points to. */
  tip: string;
  /** Changes along the branch's first parents, newest first: a merge is one change. */
  changes: LoggedChange[];
  /** Every new commit with its message, including those that merges brought, newest first. */
  commits: { commit: string; message: string }[];
  /** Set for a tag with a message of its own. */
  tagMessage: string | null;
}

interface NewOptions extends RemoteOptions {
  mirrorsFolder: string;
  signal?: AbortSignal;
}

const depths = [50, 500];
const commitsMax = 1_000;
const knownAskedMax = 50;
const fetchMs = 5 * 60_000;
const packBytesMax = 256 * 1024 * 1024;
const fieldMark = "\u001f";
const entryMark = "\u001e";

/**
 * Reads what refs of a remote have that no `known` commit leads to, without file contents. If no known
 * commit is found within 500 commits, as after a rewrite, only the newest commit counts as new. Throws
 * `repository_unreachable`, `url_not_allowed`, `workspace_disk_full`.
 */
export async function readNewChanges(
  options: NewOptions,
  { refs, known }: { refs: readonly string[]; known: readonly string[] },
): Promise<Map<string, NewChanges>> {
  const { mirrorsFolder, repository, signal } = options;
  await makeFolder(mirrorsFolder, { mode: 0o700 });
  const place = { mirrorsFolder, repository, filter: "blob:none", signal };
  return await withHistoryFolder(place, async (gitDirectory) => {
    const found = new Map<string, NewChanges>();
    const read = { ...options, gitDirectory };
    for (const depth of depths) {
      await fetchRefs(read, refs, depth);
      const isLast = depth === depths.at(-1);
      await takeWhole(read, { refs, known, found, isLast: false });
      if (found.size === refs.length) break;
      // The branch was reset or rewritten: only few servers still serve its old commits.
      await fetchRefs(read, known.slice(0, knownAskedMax), depth).catch(() => undefined);
      await takeWhole(read, { refs, known, found, isLast });
    }
    return found;
  });
}

type Reading = NewOptions & { gitDirectory: string };

/** Takes each ref that was read back to a known commit; if `isLast`, also those that were not. */
async function takeWhole(
  reading: Reading,
  sought: {
    refs: readonly string[];
    known: readonly string[];
    found: Map<string, NewChanges>;
    isLast: boolean;
  },
): Promise<void> {
  const { refs, known, found, isLast } = sought;
  const cut = await readCut(reading.gitDirectory);
  const fetched = await listCommits(reading);
  const left = known.filter((commit) => fetched.has(commit));
  const isReached = left.length > 0 || known.length === 0;
  for (const ref of refs) {
    if (found.has(ref)) continue;
    const read = await readOne(reading, localName(ref), left);
    const isWhole = isReached && !read.commits.some(({ commit }) => cut.has(commit));
    if (isWhole) found.set(ref, read);
    else if (isLast) found.set(ref, newestOf(read));
  }
}

/** Fetches `names`: refs, or commits by their hashes. */
async function fetchRefs(options: Reading, names: readonly string[], depth: number): Promise<void> {
  const { gitDirectory, signal } = options;
  const remote = await openRemote(options);
  const refspecs = names.map((name) => `+${name}:${localName(name)}`);
  const run = { gitDirectory, refspecs, depth, packBytesMax, timeoutMs: fetchMs, signal };
  const result = await runFetch(options, remote, run);
  if (result.code !== 0 || result.ended !== "exit") throw remoteFailure(options, result);
}

function localName(name: string): string {
  return `refs/fetched/${name.replace(/^refs\//, "")}`;
}

/** Returns the commits whose parents were not fetched. */
async function readCut(gitDirectory: string): Promise<Set<string>> {
  const list = await readFile(join(gitDirectory, "shallow"), "utf8").catch(() => "");
  return new Set(list.split("\n").filter((line) => line !== ""));
}

async function listCommits({ gitDirectory, signal }: Reading): Promise<Set<string>> {
  const args = [`--git-dir=${gitDirectory}`, "rev-list", "--all"];
  const output = await gitOutput(args, { signal, maxOutputBytes: packBytesMax });
  return new Set(output.toString("utf8").split("\n"));
}

async function readOne(
  { gitDirectory, signal }: Reading,
  ref: string,
  known: readonly string[],
): Promise<NewChanges> {
  const at = [`--git-dir=${gitDirectory}`];
  const tip = await gitLine([...at, "rev-parse", `${ref}^{commit}`], { signal });
  const isTag = (await gitLine([...at, "cat-file", "-t", ref], { signal })) === "tag";
  const words = [...at, "for-each-ref", "--format=%(contents)", ref];
  const tagMessage = isTag ? await gitLine(words, { signal }) : null;
  const revisions = [`-n${commitsMax}`, tip, "--not", ...known];
  const format = `--format=${entryMark}%H${fieldMark}%B`;
  const output = await gitOutput([...at, "log", format, ...revisions, "--"], {
    signal,
    maxOutputBytes: packBytesMax,
  });
  const entries = output.toString("utf8").split(entryMark).slice(1);
  const commits = entries.map((entry) => {
    const [commit = "", message = ""] = entry.split(fieldMark);
    return { commit, message: message.trim() };
  });
  const changes = await readChangeLog(at, [...revisions, "--"], signal);
  return { tip, changes, commits, tagMessage };
}

function newestOf({ tip, changes, commits, tagMessage }: NewChanges): NewChanges {
  const isTip = ({ commit }: { commit: string }) => commit === tip;
  return { tip, changes: changes.filter(isTip), commits: commits.filter(isTip), tagMessage };
}
