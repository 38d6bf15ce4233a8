import type { Workspace } from "./create-workspace.ts";
import { workspaceArguments } from "./workspace-arguments.ts";
import { type CommitContent, writeCommit } from "./write-commit.ts";

export interface CommitOptions extends CommitContent {
  tree: string;
  /** Default: the base commit. */
  parent?: string;
}

/** Commits a tree on top of the parent and answers the commit. Nothing leaves the workspace. Throws what `writeCommit` does. */
export async function commitWorkspace(workspace: Workspace, options: CommitOptions): Promise<string> {
  const { tree, parent = workspace.baseCommit } = options;
  return await writeCommit(workspaceArguments(workspace), { tree, parents: [parent] }, options);
}
