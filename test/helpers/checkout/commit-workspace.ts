import type { Workspace } from "../../../src/git/checkout/create-workspace.ts";
import { buildCommit, type CommitContent } from "../../../src/git/commit/build-commit.ts";
import { writeLooseObjects } from "../../../src/git/mirror/write-loose-objects.ts";

export interface CommitOptions extends CommitContent {
  tree: string;
  /** Default: the base commit. */
  parent?: string;
}

/**
 * Commits a tree on top of the parent and returns the commit. Nothing leaves the workspace. Throws
 * `workspace_disk_full` and what `buildCommit` does.
 */
export async function commitWorkspace(
  { gitDirectory, baseCommit }: Pick<Workspace, "gitDirectory" | "baseCommit">,
  options: CommitOptions,
): Promise<string> {
  const { tree, parent = baseCommit } = options;
  const { id, object } = await buildCommit({ tree, parents: [parent] }, options);
  await writeLooseObjects(gitDirectory, new Map([[id, object]]));
  return id;
}
