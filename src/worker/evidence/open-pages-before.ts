import { searchOverlay } from "../../git/search/search-overlay.ts";
import { openJobTree } from "../job-tree.ts";
import type { Prepared, Run } from "../run.ts";
import type { HasText } from "./find-name.ts";

/** Opens the repository as of the turn's start: what the change itself adds is no evidence for it. */
export async function openPagesBefore(
  run: Run,
  { mirror: path, startCommit }: Prepared,
): Promise<{ has: HasText; close(): void }> {
  const { deps, signal } = run;
  const mirror = await deps.mirrors.open(path);
  try {
    const tree = await openJobTree(mirror, startCommit, signal);
    return {
      async has(text) {
        const query = { pattern: text, literal: true, ignoreCase: false };
        return (await searchOverlay(tree, query, { maxHits: 1, signal })).hits.length > 0;
      },
      close: () => mirror.release(),
    };
  } catch (error) {
    mirror.release();
    throw error;
  }
}
