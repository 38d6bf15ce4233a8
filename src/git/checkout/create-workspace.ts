import { realpath, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../files/make-folder.ts";
import { assertPlainName } from "../assert-plain-name.ts";
import { translateFull } from "../mirror/ensure-mirror.ts";
import { gitOutput } from "../programs/git-output.ts";
import { makeGitDirectory } from "./make-git-directory.ts";
import { workspaceArguments } from "./workspace-arguments.ts";

export interface Workspace {
  /** Folder that holds all of the workspace; removing it removes the workspace. */
  root: string;
  /** Real path of the working tree. It contains no `.git`. */
  directory: string;
  gitDirectory: string;
  index: string;
  baseCommit: string;
}

/**
 * Checks the commit out below `<workspacesFolder>/<name>`: files byte for byte, links as plain files,
 * submodules as empty folders. The git directory is outside the tree and borrows the mirror's objects;
 * remains of an earlier workspace of this name are removed. Throws `workspace_disk_full`.
 */
export async function createWorkspace(options: {
  workspacesFolder: string;
  name: string;
  mirror: string;
  commit: string;
  signal?: AbortSignal;
}): Promise<Workspace> {
  assertPlainName(options.name);
  const root = join(options.workspacesFolder, options.name);
  try {
    await rm(root, { recursive: true, force: true });
    const workspace = await layOut(root, options.mirror, options.commit).catch(translateFull);
    await checkOut(workspace, options.signal);
    return workspace;
  } catch (error) {
    await rm(root, { recursive: true, force: true });
    throw error;
  }
}

async function layOut(root: string, mirror: string, commit: string): Promise<Workspace> {
  const gitDirectory = join(root, "git");
  await makeFolder(join(root, "tree"), { mode: 0o700 });
  await makeGitDirectory(gitDirectory, mirror);
  await writeFile(join(gitDirectory, "refs/heads/work"), `${commit}\n`);
  const directory = await realpath(join(root, "tree"));
  return { root, directory, gitDirectory, index: join(gitDirectory, "index"), baseCommit: commit };
}

async function checkOut(workspace: Workspace, signal: AbortSignal | undefined): Promise<void> {
  const args = workspaceArguments(workspace);
  await gitOutput([...args, "read-tree", workspace.baseCommit], { signal });
  await gitOutput([...args, "checkout-index", "--all", "--quiet", "--force"], { signal });
}
