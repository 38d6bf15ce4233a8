import type { DiffFile } from "../diff/parse-unified-diff.ts";
import { isAppError } from "../errors.ts";
import { pathOf } from "./list-review-files.ts";
import type { ReviewJob } from "./load-review-job.ts";
import { readBothSides, textBytesMax } from "./read-both-sides.ts";
import type { ReviewDeps } from "./review-deps.ts";
import type { ReviewFinding } from "./review-schema.ts";

// The list of files is waiting, so unchanged lines must not delay it for long.
const waitMs = 3_000;
const lineCharactersMax = 1_000;

/** Adds the lines of findings outside the changed lines, if the repository can be read in time. */
export async function fillExcerpts(
  deps: ReviewDeps,
  job: ReviewJob,
  findings: readonly ReviewFinding[],
  files: readonly DiffFile[],
): Promise<ReviewFinding[]> {
  const texts = new Map<string, readonly string[] | null>();
  const fill = async (): Promise<void> => {
    for (const { excerpt, path, state } of findings) {
      const key = `${state === "fixed"}:${path}`;
      if (excerpt === null && !texts.has(key))
        texts.set(key, await readLines(deps, job, { path, isOld: state === "fixed" }, files));
    }
  };
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, waitMs);
  await Promise.race([fill().catch(unlessApp), late]);
  clearTimeout(timer);
  return findings.map((finding) => {
    const line = texts.get(`${finding.state === "fixed"}:${finding.path}`)?.[finding.line - 1];
    if (finding.excerpt !== null || line === undefined) return finding;
    const excerpt = line.length <= lineCharactersMax ? line : `${line.slice(0, lineCharactersMax)}…`;
    // Not a changed line, so that both sides are the same.
    return { ...finding, excerpt, before: excerpt, after: excerpt };
  });
}

async function readLines(
  deps: ReviewDeps,
  job: ReviewJob,
  { path, isOld }: { path: string; isOld: boolean },
  files: readonly DiffFile[],
): Promise<readonly string[] | null> {
  const changed = files.find((file) => (isOld ? file.oldPath : pathOf(file)) === path);
  if (changed !== undefined) {
    const sides = await readBothSides(deps, job, changed);
    return (isOld ? sides.before : sides.after)?.split(/\r?\n/) ?? null;
  }
  if (job.baseCommit === null) return null;
  const read = await deps.repository.withCommit(job, job.baseCommit, (commit) =>
    commit.read(path, { bytesMax: textBytesMax }),
  );
  return Buffer.isBuffer(read) ? read.toString("utf8").split(/\r?\n/) : null;
}

function unlessApp(error: unknown): void {
  if (!isAppError(error)) throw error;
}
