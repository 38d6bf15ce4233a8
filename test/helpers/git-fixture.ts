import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

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
};

/** Plain git in a folder, as a person would run it; answers trimmed standard output. */
export async function git(
  directory: string,
  args: readonly string[],
  options: { env?: Record<string, string>; input?: string | Buffer } = {},
): Promise<string> {
  const env = { PATH: process.env.PATH ?? "", HOME: directory, ...identity, ...options.env };
  const running = execute("git", args, { cwd: directory, env, maxBuffer: 256 * 1024 * 1024 });
  if (options.input !== undefined) running.child.stdin?.end(options.input);
  const { stdout } = await running;
  return stdout.trim();
}

/** A new folder below the system's folder for temporary files. */
export async function temporaryFolder(): Promise<string> {
  return await mkdtemp(join(tmpdir(), "copydesk-git-"));
}

/** Copies what is in a folder, with links and modes, into another that is there. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await execute("cp", ["-a", `${from}/.`, to]);
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
  await git(path, ["init", "--quiet", "--initial-branch=main"]);
  await writeFiles(path, files);
  const commit = await commitAll(path, "first");
  return { path, commit, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Commits everything in the working tree and answers the commit. */
export async function commitAll(path: string, message: string): Promise<string> {
  await git(path, ["add", "--all", "--force"]);
  await git(path, ["commit", "--quiet", "--allow-empty", "-m", message]);
  return await git(path, ["rev-parse", "HEAD"]);
}
