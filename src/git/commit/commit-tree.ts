import { writeLooseObjects } from "../mirror/write-loose-objects.ts";
import { buildCommit, type CommitContent } from "./build-commit.ts";

export interface CommitTreeOptions extends CommitContent {
  mirror: string;
  tree: string;
  parents: readonly string[];
}

/**
 * Commits a tree of the mirror and returns the commit, which no ref names yet. Throws `workspace_disk_full`
 * and what `buildCommit` throws.
 */
export async function commitTree(options: CommitTreeOptions): Promise<string> {
  const { id, object } = await buildCommit(options, options);
  await writeLooseObjects(options.mirror, new Map([[id, object]]));
  return id;
}
