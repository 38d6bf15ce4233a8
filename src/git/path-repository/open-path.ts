import { stat } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import { programEnvironment } from "../programs/git-environment.ts";
import { runProgram } from "../programs/run-program.ts";
import { chooseUser, type SystemUser } from "./choose-user.ts";
import { findGitDirectory, type GitDirectory, readHead } from "./find-git-directory.ts";
import { readSettings } from "./read-settings.ts";

/** A repository of this machine, with everything read from it before git may run there. */
export interface PathRepository {
  path: string;
  git: GitDirectory;
  /** User that git runs as; null for the service's own user. */
  user: SystemUser | null;
  /** Content of HEAD. */
  head: string;
  /** For a linked worktree: content of the main repository's HEAD. */
  mainHead: string;
  /** Lines of a configuration file. */
  settings: string[];
  /** True if the folder in which the branch is checked out has been moved to the pushed commit. */
  isMoved?: boolean;
}

/** Throws `repository_unreachable` for a path that is not a repository or that its owner cannot reach. */
export async function openPath(path: string): Promise<PathRepository> {
  const folder = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw unusable(path, error.code === "EACCES" ? "may not be read" : "does not exist", error);
  });
  if (!folder.isDirectory()) throw unusable(path, "is not a folder");
  const git = await findGitDirectory(path);
  const head = git === null ? null : await readHead(git);
  if (git === null || head === null)
    throw unusable(path, "is no git repository, or not one that Copydesk's user may read");
  const user = await chooseUser(path, git);
  if (user !== null) await assertReach(path, git, user);
  const settings = await readSettings({ path, ...git }, user);
  const isMain = git.directory === git.common;
  const mainHead = (isMain ? null : await readHead({ ...git, directory: git.common })) ?? head;
  return { path, git, user, head, mainHead, settings };
}

/** Throws `repository_unreachable` unless the user that git runs as may write there. */
export async function assertWritable({ path, git, user }: PathRepository): Promise<void> {
  if (user !== null && !(await canDo(user, "-w", git))) throw refused(path, user, "write");
}

async function assertReach(path: string, git: GitDirectory, user: SystemUser): Promise<void> {
  if (!(await canDo(user, "-r", git))) throw refused(path, user, "read");
}

async function canDo(user: SystemUser, test: "-r" | "-w", { common }: GitDirectory): Promise<boolean> {
  const script = `for place; do test -x "$place" && test ${test} "$place" || exit 1; done`;
  const places = [join(common, "objects"), join(common, "refs")];
  const env = programEnvironment("/dev/null");
  const { code } = await runProgram("/bin/sh", ["-c", script, "sh", ...places], { env, user });
  return code === 0;
}

function refused(path: string, { uid }: SystemUser, verb: "read" | "write"): AppError {
  return new AppError(
    "repository_unreachable",
    `The repository ${path} belongs to user id ${uid}, who cannot ${verb} it, and Copydesk, which runs as root, does not use root's rights there. Give the folder and all of its content to one user who can reach it (chown -R), or run Copydesk as a user who may ${verb} it.`,
  );
}

function unusable(path: string, problem: string, cause?: unknown): AppError {
  return new AppError(
    "repository_unreachable",
    `The repository ${path} ${problem}. Give the path of a git repository on the machine that runs Copydesk.`,
    { cause },
  );
}
