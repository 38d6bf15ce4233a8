import { isAppError } from "../../errors.ts";
import { countOf } from "../../text/count-of.ts";
import { type GitTalk, openGitTalk } from "../mirror/git-talk.ts";
import { askForObject, objectArguments, objectFlush } from "../mirror/read-objects.ts";
import { gitLine, gitOutput } from "../programs/git-output.ts";
import { parseRawLog, type RawChange } from "./parse-raw-log.ts";

export interface CommitHistory {
  /** Why the history is incomplete, as the rest of a sentence after "because"; null if it is complete. */
  cut: string | null;
  removals(): Promise<ReadonlyMap<string, readonly Removal[]>>;
  filesOf(commit: string): Promise<{ removed: HistoryFile[]; added: HistoryFile[] }>;
  changesOf(path: string): Promise<HistoryChange[]>;
  /**
   * Changes of each Markdown page, newest first, without those whose previous state a shallow clone cuts
   * off.
   */
  pageChanges(): Promise<ReadonlyMap<string, readonly HistoryChange[]>>;
  /** Commit time; null if the commit is not among those that were read. */
  timeOf(commit: string): Date | null;
  /** Reads a blob by its id or by `<commit>:<path>`. */
  read(name: string): Promise<Buffer | null>;
  close(): void;
}

/** `before` and `after` are blob ids; null: there was no such file. */
export interface HistoryChange {
  commit: string;
  /** Number of newer commits. */
  age: number;
  before: string | null;
  after: string | null;
}

interface HistoryFile {
  path: string;
  id: string;
}

interface Removal extends HistoryFile {
  commit: string;
  age: number;
}

interface HistoryOptions {
  gitDirectory: string;
  commit: string;
  signal?: AbortSignal | undefined;
}

const commitsMax = 2_000;
const walkMs = 10_000;
const changesMax = 40;
const outputBytesMax = 64 * 1024 * 1024;
const fileBytesMax = 1024 * 1024;
const pages = [":(glob,icase)**/*.md", ":(glob,icase)**/*.mdx", ":(glob,icase)**/*.markdown"];
const raw = ["--first-parent", "-m", "--no-renames", "--raw", "-z", "--no-abbrev", "--format=%x01%H"];

/**
 * Opens the last 2,000 commits along first parents. Reads from the git directory only and fetches nothing.
 * Each query throws `git_failed` if it takes longer than 10 seconds.
 */
export async function openHistory({ gitDirectory, commit, signal }: HistoryOptions): Promise<CommitHistory> {
  const at = `--git-dir=${gitDirectory}`;
  const limits = { timeoutMs: walkMs, maxOutputBytes: outputBytesMax, ...(signal && { signal }) };
  const listed = ["rev-list", "--first-parent", "--timestamp", `--max-count=${commitsMax + 1}`, commit];
  const lines = (await gitLine([at, ...listed], limits)).split("\n").map((line) => line.split(" "));
  const times = new Map(lines.map(([seconds, id = ""]) => [id, Number(seconds) * 1_000]));
  const commits = [...times.keys()];
  const ages = new Map(commits.map((id, age) => [id, age]));
  const oldest = commits[commitsMax];
  const range = oldest === undefined ? [commit] : [commit, `^${oldest}`];
  const walk = async (args: readonly string[], paths: readonly string[] = []): Promise<RawChange[]> => {
    const output = await gitOutput([at, "log", ...raw, ...args, ...range, "--", ...paths], limits);
    return parseRawLog(output.toString("utf8"));
  };
  let talk: GitTalk | null = null;
  let removed: Promise<Map<string, Removal[]>> | null = null;
  const listRemovals = async (): Promise<Map<string, Removal[]>> => {
    const found = new Map<string, Removal[]>();
    for (const { path, commit: by, before } of await walk(["--diff-filter=D"])) {
      if (before === null) continue;
      const removal = { path, id: before, commit: by, age: ages.get(by) ?? commitsMax };
      found.set(path, [...(found.get(path) ?? []), removal]);
    }
    return found;
  };
  const isShallow = (await gitLine([at, "rev-parse", "--is-shallow-repository"], limits)) === "true";
  const toChange = ({ commit: by, before, after }: RawChange): HistoryChange => ({
    ...{ commit: by, age: ages.get(by) ?? commitsMax, before, after },
  });
  let ofPages: Promise<Map<string, HistoryChange[]>> | null = null;
  const listPageChanges = async (): Promise<Map<string, HistoryChange[]>> => {
    const found = (await walk([], pages)).map((raw) => ({ path: raw.path, ...toChange(raw) }));
    const shown = isShallow ? found.filter(({ age }) => age < commits.length - 1) : found;
    return Map.groupBy(shown, ({ path }) => path);
  };
  return {
    cut: findCut(commits.length, isShallow),
    removals: () => {
      removed ??= listRemovals();
      return removed;
    },
    async filesOf(by) {
      const args = ["log", ...raw, "--max-count=1", "--diff-filter=AD", by];
      const changes = parseRawLog((await gitOutput([at, ...args, "--"], limits)).toString("utf8"));
      return {
        removed: changes.flatMap(({ path, before }) => (before === null ? [] : [{ path, id: before }])),
        added: changes.flatMap(({ path, after }) => (after === null ? [] : [{ path, id: after }])),
      };
    },
    async changesOf(path) {
      const changes = await walk([`--max-count=${changesMax}`], [`:(literal)${path}`]);
      return changes.map(toChange);
    },
    pageChanges: () => {
      ofPages ??= listPageChanges();
      return ofPages;
    },
    timeOf(commit) {
      const time = times.get(commit);
      return time === undefined ? null : new Date(time);
    },
    async read(name) {
      talk ??= openGitTalk([at, ...objectArguments], { flush: objectFlush });
      const found = await askForObject(talk, name, { bytesMax: fileBytesMax }).catch((error: unknown) => {
        if (isAppError(error, "git_failed")) return null;
        throw error;
      });
      return found?.type === "blob" ? found.bytes : null;
    },
    close: () => talk?.close(),
  };
}

function findCut(commits: number, isShallow: boolean): string | null {
  if (commits > commitsMax) return `only the last ${commitsMax} commits are looked at`;
  if (!isShallow) return null;
  return `the clone is shallow and has ${countOf(commits, "commit")} of it`;
}
