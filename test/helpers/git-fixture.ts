import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { runProgram } from "./run-program.ts";

export interface FixtureRepository {
  /** Folder with a working tree. */
  path: string;
  commit: string;
  remove(): Promise<void>;
}

const identity = {
  GIT_AUTHOR_NAME: "Fixture",
  GIT_AUTHOR_EMAIL: "fixture@example.com",
  GIT_COMMITTER_NAME: "Fixture",
  GIT_COMMITTER_EMAIL: "fixture@example.com",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  LC_ALL: "C",
  // After each commit, fetch and push git would start one more of itself, to find that there is nothing to
  // tidy up.
  GIT_CONFIG_COUNT: "2",
  GIT_CONFIG_KEY_0: "maintenance.auto",
  GIT_CONFIG_VALUE_0: "false",
  GIT_CONFIG_KEY_1: "receive.autogc",
  GIT_CONFIG_VALUE_1: "false",
};

/** Plain git in a folder, as a person would run it; answers trimmed standard output. */
export async function git(
  directory: string,
  args: readonly string[],
  options: { env?: Record<string, string>; input?: string | Buffer } = {},
): Promise<string> {
  const env = { PATH: process.env.PATH ?? "", HOME: directory, ...identity, ...options.env };
  return (await runProgram(["git", "-C", directory, ...args], { env, input: options.input })).trim();
}

/** A new folder below the system's folder for temporary files. */
export async function temporaryFolder(): Promise<string> {
  return await mkdtemp(join(tmpdir(), "copydesk-git-"));
}

/** Copies what is in a folder, with links and modes, into another that is there. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await runProgram(["cp", "-a", `${from}/.`, to], { env: { PATH: process.env.PATH ?? "" } });
}

export async function writeFiles(directory: string, files: Record<string, string | Buffer>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  }
}

/** A repository with a working tree and one commit of these files on branch `main`. */
export async function createRepository(files: Record<string, string | Buffer>): Promise<FixtureRepository> {
  const path = await temporaryFolder();
  await chmod(path, 0o755);
  await initRepository(path);
  await writeFiles(path, files);
  const commit = await commitAll(path, "first");
  return { path, commit, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Commits everything in the working tree and answers the commit. */
export async function commitAll(path: string, message: string): Promise<string> {
  await git(path, ["add", "--all", "--force"]);
  await git(path, ["commit", "--quiet", "--allow-empty", "-m", message]);
  return await readHead(path);
}

/** As `git rev-parse HEAD` after a commit, without starting it where the commit's branch is a file. */
async function readHead(path: string): Promise<string> {
  try {
    const head = await readFile(join(path, ".git/HEAD"), "utf8");
    return (await readFile(join(path, ".git", head.replace(/^ref: /, "").trim()), "utf8")).trim();
  } catch {
    return await git(path, ["rev-parse", "HEAD"]);
  }
}

let emptyRepository: ReadonlyMap<string, string | null> | null = null;

/**
 * `git init`, which is started once: what it makes are a few short files, and examples of hooks, which nobody
 * needs.
 */
async function initRepository(path: string): Promise<void> {
  if (emptyRepository === null) {
    await git(path, ["init", "--quiet", "--initial-branch=main"]);
    emptyRepository = await readFolder(join(path, ".git"));
    return;
  }
  for (const [name, text] of emptyRepository) {
    const target = join(path, ".git", name);
    await mkdir(text === null ? target : dirname(target), { recursive: true });
    if (text !== null) await writeFile(target, text);
  }
}

/** Path → text of a file, or null for a folder. */
async function readFolder(folder: string): Promise<Map<string, string | null>> {
  const found = new Map<string, string | null>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.name.endsWith(".sample")) continue;
    found.set(relative(folder, path), entry.isDirectory() ? null : await readFile(path, "utf8"));
  }
  return found;
}
