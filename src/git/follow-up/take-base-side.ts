import { join } from "node:path";
import type { MergedTrees } from "../merge/merge-trees.ts";
import { gitLine, gitOutput } from "../programs/git-output.ts";
import { withIndexes } from "./apply-patch.ts";

interface TakeOptions {
  mirror: string;
  /** Tree of the side to take for what git could not decide. */
  base: string;
  merged: Pick<MergedTrees, "conflicts"> & { undecided: { tree: string; paths: string[] } };
  signal?: AbortSignal;
}

/**
 * Returns the merged tree in which every conflicting path is as on the base side, or gone if the base side
 * lacks it. Throws `git_failed`, `workspace_disk_full`.
 */
export async function takeBaseSide({ mirror, base, merged, signal }: TakeOptions): Promise<string> {
  const { conflicts, undecided } = merged;
  const at = `--git-dir=${mirror}`;
  const list = [at, "--literal-pathspecs", "ls-tree", "-r", "-z", "--full-tree", base, "--", ...conflicts];
  const kept = await gitOutput(list, { signal });
  return await withIndexes(mirror, async (folder) => {
    const env = { GIT_INDEX_FILE: join(folder, "index") };
    await gitOutput([at, "read-tree", undecided.tree], { env, signal });
    const none = "0".repeat(undecided.tree.length);
    const gone = [...undecided.paths, ...conflicts].map((path) => `0 ${none}\t${path}\0`);
    const input = Buffer.concat([Buffer.from(gone.join("")), kept]);
    await gitOutput([at, "update-index", "-z", "--index-info"], { env, input, signal });
    return await gitLine([at, "write-tree", "--missing-ok"], { env, signal });
  });
}
