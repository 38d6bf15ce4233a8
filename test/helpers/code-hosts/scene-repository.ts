import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createRepository, git, temporaryFolder } from "../git-fixture.ts";

export interface SceneRepository {
  /** Folder that holds the repositories. */
  root: string;
  /** The bare repository. */
  folder: string;
  commit: string;
  remove(): Promise<void>;
}

/** A bare repository at `<root>/<path>` with branches "main" and "next" and one page. */
export async function createSceneRepository(path: string): Promise<SceneRepository> {
  const root = await temporaryFolder();
  const source = await createRepository({ "index.md": "# Welcome\n\nHello.\n" });
  await git(source.path, ["branch", "next"]);
  const folder = join(root, path);
  await mkdir(dirname(folder), { recursive: true });
  await git(root, ["clone", "--quiet", "--bare", source.path, folder]);
  await source.remove();
  return { root, folder, commit: source.commit, remove: () => rm(root, { recursive: true, force: true }) };
}

/** The commit of a branch of a bare repository; null when it is not there. */
export async function branchCommit(folder: string, branch: string): Promise<string | null> {
  const name = `refs/heads/${branch}`;
  return (await git(folder, ["for-each-ref", "--format=%(objectname)", name])) || null;
}

/** Makes a branch with one new commit on top of another branch, and answers the commit. */
export async function pushBranchTo(folder: string, branch: string, from = "main"): Promise<string> {
  const tree = await git(folder, ["mktree"], {
    input: `100644 blob ${await git(folder, ["hash-object", "-w", "--stdin"], { input: `# ${branch}\n` })}\tindex.md\n`,
  });
  const commit = await git(folder, ["commit-tree", tree, "-p", from, "-m", branch]);
  await git(folder, ["update-ref", `refs/heads/${branch}`, commit]);
  return commit;
}
