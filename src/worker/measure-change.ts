import type { ChangedFile } from "../git/commit/parse-raw-diff.ts";
import type { JobProgress } from "../jobs/lease/append-event.ts";
import type { Gate } from "../outgoing/create-gate.ts";

const pathsMax = 2_000;

/** Returns the size and paths of a change for lists and warnings, so that they need not read its diff. */
export async function measureChange(
  gate: Pick<Gate, "maskData">,
  files: readonly ChangedFile[],
): Promise<NonNullable<JobProgress["changed"]>> {
  const named = files.flatMap(({ path, oldPath }) => (oldPath === undefined ? [path] : [oldPath, path]));
  const { paths } = (await gate.maskData({ paths: named.slice(0, pathsMax) })) as unknown as {
    paths: string[];
  };
  const lines = files.reduce((sum, { additions, deletions }) => sum + additions + deletions, 0);
  return { files: files.length, lines, paths };
}
