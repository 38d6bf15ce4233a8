import { lstat, mkdir, readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../errors.ts";
import { withPeriod } from "../../text/with-period.ts";
import { gitsOwnWords } from "../programs/git-output.ts";
import { type GitResult, runGit } from "../programs/run-git.ts";
import { withSecretFolder } from "../remote/with-secret-folder.ts";
import { readHead } from "./find-git-directory.ts";
import type { PathRepository } from "./open-path.ts";
import { layOut } from "./with-stand-in.ts";

/** A folder in which somebody has a branch checked out. */
export interface WorkTree {
  repository: PathRepository;
  /** Git directory with the commits that the repository lacks so far. */
  mirror: string;
  signal?: AbortSignal | undefined;
}

/** Commits or trees: the branch's current and its next. */
export interface WorkTreeStep {
  from: string;
  to: string;
}

const lockAttempts = 20;
const lockPauseMs = 150;
const noLocalFilters = ["--no-ext-diff", "--no-textconv", "--no-renames"];

/**
 * Whether the path is the only folder in which the branch is checked out. False for another user's folder,
 * where this cannot be known: git refuses such a push.
 */
export async function isCheckedOutAt(repository: PathRepository, branch: string): Promise<boolean> {
  const { path, git, head, user, settings } = repository;
  const ref = `ref: refs/heads/${branch}`;
  const isBare = settings.some((line) => /\n\tbare = (?!false|no|off|0)/i.test(line));
  if (user !== null || isBare || git.directory === path || !isSame(head, ref)) return false;
  const others = await readdir(join(git.common, "worktrees")).catch(() => []);
  const places = [git.common, ...others.map((name) => join(git.common, "worktrees", name))];
  const heads = await Promise.all(places.map((directory) => readHead({ directory, common: git.common })));
  return heads.filter((one) => one !== null && isSame(one, ref)).length === 1;
}

const isSame = (head: string, ref: string) => head.replace(/^ref: ?/, "ref: ") === ref;

/**
 * Moves the folder and its index from one commit to the next. Throws `working_tree_changed`, with the
 * files, if somebody has changed something, and then changes nothing.
 */
export async function moveWorkTree(tree: WorkTree, step: WorkTreeStep): Promise<void> {
  await withWorkTree(tree, async (git) => {
    const { own, done } = await compare(git, tree.repository.path, step);
    if (own.length > 0) throw changed(tree, own);
    if (done.length > 0)
      await git(["update-index", "--add", "--remove", "-z", "--stdin"], `${done.join("\0")}\0`);
    await git(["read-tree", "-m", "-u", step.from, step.to]);
  });
}

type Run = (args: readonly string[], input?: string) => Promise<string[]>;

/**
 * `own`: files that somebody has changed, sorted, which a merge would lose. `done`: files that already are
 * as intended, because the process that began the same step may have died in the middle of it.
 */
async function compare(
  git: Run,
  folder: string,
  { from, to }: WorkTreeStep,
): Promise<{ own: string[]; done: string[] }> {
  await git(["update-index", "-q", "--refresh"]).catch(() => undefined);
  const changedNow = await git(["diff", "--name-only", "-z", ...noLocalFilters, from, "--"]);
  const staged = await git(["diff", "--cached", "--name-only", "-z", ...noLocalFilters, from, "--"]);
  const added = await git(["diff-tree", "-r", "--name-only", "--diff-filter=A", "-z", from, to]);
  const inTheWay =
    added.length === 0 ? [] : await git(["ls-files", "--others", "-z", "--", ...literal(added)]);
  const touched = [...new Set([...changedNow, ...staged, ...inTheWay])];
  if (touched.length === 0) return { own: [], done: [] };
  // Untracked files are compared separately, because a plain diff does not know them.
  const differing = new Set(await git(["diff", "--name-only", "-z", ...noLocalFilters, to, "--"]));
  const strange = new Set(await unequal(git, { folder, commit: to, paths: inTheWay }));
  const stagedElse = new Set(
    staged.length === 0
      ? []
      : await git(["diff", "--cached", "--name-only", "-z", ...noLocalFilters, to, "--"]),
  );
  const isOwn = (path: string) =>
    inTheWay.includes(path)
      ? strange.has(path)
      : differing.has(path) || (staged.includes(path) && stagedElse.has(path));
  return { own: touched.filter(isOwn).sort(), done: touched.filter((path) => !isOwn(path)) };
}

/** Returns the untracked files that differ from the commit's files at the same paths. */
async function unequal(
  git: Run,
  { folder, commit, paths }: { folder: string; commit: string; paths: readonly string[] },
): Promise<string[]> {
  const differs: string[] = [];
  for (const path of paths) {
    const [wanted] = await git(["rev-parse", `${commit}:${path}`]);
    const [has] = await git(["hash-object", "--no-filters", "--", join(folder, path)]);
    if (wanted?.trim() !== has?.trim()) differs.push(path);
  }
  return differs;
}

const literal = (paths: readonly string[]) => paths.map((path) => `:(literal)${path}`);

function changed({ repository }: WorkTree, paths: readonly string[]): AppError {
  const named = paths.slice(0, 10).join(", ");
  const more = paths.length > 10 ? ` and ${paths.length - 10} more` : "";
  return new AppError(
    "working_tree_changed",
    `In ${repository.path} somebody has changes that are not committed: ${named}${more}. Commit or stash them there, then merge again.`,
    { details: { files: paths.slice(0, 100) } },
  );
}

/**
 * Lends git the folder with its index and Copydesk's own configuration, so that nothing in the repository
 * can name a program.
 */
async function withWorkTree<T>(
  { repository, mirror, signal }: WorkTree,
  use: (git: Run) => Promise<T>,
): Promise<T> {
  return await withSecretFolder(async (folder) => {
    const directory = join(folder, "git");
    await mkdir(directory, { mode: 0o700 });
    await layOut(repository, "upload-pack", directory);
    const index = join(repository.git.directory, "index");
    if ((await lstat(index).catch(() => null)) !== null) await symlink(index, join(directory, "index"));
    const at = [`--git-dir=${directory}`, `--work-tree=${repository.path}`];
    const env = { GIT_ALTERNATE_OBJECT_DIRECTORIES: join(mirror, "objects") };
    return await use(async (args, input) => {
      for (let attempt = 1; ; attempt += 1) {
        const result = await runGit([...at, ...args], { env, signal, ...(input !== undefined && { input }) });
        if (result.code === 0 && result.ended === "exit")
          return result.stdout.toString("utf8").split("\0").filter(Boolean);
        // Somebody's git is at work there for a moment, or was killed and left its lock behind.
        const isLocked = result.stderr.includes("index.lock");
        if (!isLocked || attempt === lockAttempts) throw failed(repository, result);
        await sleep(lockPauseMs, undefined, { signal });
      }
    });
  });
}

function failed({ path }: PathRepository, { stderr }: GitResult): AppError {
  return new AppError(
    "merge_not_allowed",
    withPeriod(
      `The files in ${path} cannot be brought up to date: ${gitsOwnWords(stderr) || "git gave no reason"}`,
    ),
  );
}
