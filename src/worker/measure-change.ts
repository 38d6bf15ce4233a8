import type { ChangedFile } from "../git/parse-raw-diff.ts";
import type { JobProgress } from "../jobs/lease/append-event.ts";
import type { Gate } from "../outgoing/create-gate.ts";

const pathsMax = 2_000;

/** What lists and warnings tell of a change, so that nobody has to read its diff for them. */
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
