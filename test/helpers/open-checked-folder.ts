import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { CheckedSite, SiteChecker } from "../../src/checks/processes/create-site-checker.ts";
import { git, temporaryFolder } from "./git-fixture.ts";

export interface CommittedFolder {
  gitDirectory: string;
  commit: string;
  files: number;
  remove(): Promise<void>;
}

/** A commit of what is in a folder, in a repository beside it. */
export async function commitFolder(directory: string): Promise<CommittedFolder> {
  const gitDirectory = await temporaryFolder();
  const run = (...args: string[]) =>
    git(directory, [`--git-dir=${gitDirectory}`, `--work-tree=${directory}`, ...args]);
  await run("init", "--quiet");
  await run("add", "--all", "--force");
  const commit = await run("commit-tree", "-m", "first", await run("write-tree"));
  // As a fetch leaves them: in one pack.
  await run("update-ref", "refs/heads/main", commit);
  await run("repack", "-adq");
  const files = (await run("ls-files")).split("\n").length;
  return { gitDirectory, commit, files, remove: () => rm(gitDirectory, { recursive: true, force: true }) };
}

/** The site of that commit; changed files are read from the folder. */
export async function openCheckedFolder(
  checker: SiteChecker,
  directory: string,
  committed: CommittedFolder,
): Promise<CheckedSite> {
  const readChanged = (path: string) => readFile(join(directory, path)).catch(() => null);
  return await checker.open({ ...committed, readChanged });
}
