import { type CommitContent, writeCommit } from "./write-commit.ts";

export interface CommitTreeOptions extends CommitContent {
  mirror: string;
  tree: string;
  parents: readonly string[];
}

/** Commits a tree of the mirror and answers the commit, which no ref names yet. Throws what `writeCommit` does. */
export async function commitTree(options: CommitTreeOptions): Promise<string> {
  return await writeCommit([`--git-dir=${options.mirror}`], options, options);
}
