import { applyHunks } from "../diff/apply-hunks.ts";
import type { DiffFile } from "../diff/parse-unified-diff.ts";
import { isAppError } from "../errors.ts";
import type { ReviewJob } from "./load-review-job.ts";
import type { ReviewDeps } from "./review-deps.ts";

export const textBytesMax = 1024 * 1024;

export interface BothSides {
  before: string | null;
  after: string | null;
  tooLarge: boolean;
  /** Why the text could not be read. */
  unavailable: { code: string; message: string } | null;
}

/**
 * Reads a changed file before and after. The latter applies the stored change to the base, so that no second
 * commit is needed.
 */
export async function readBothSides(
  deps: Pick<ReviewDeps, "repository">,
  job: ReviewJob,
  file: DiffFile,
): Promise<BothSides> {
  const none = { before: null, after: null, tooLarge: false, unavailable: null };
  if (file.binary) return none;
  if (file.status === "added") return within({ ...none, after: applyHunks("", file.hunks) });
  const read = await readBase(deps, job, file.oldPath);
  if (typeof read === "object") return { ...none, unavailable: read };
  if (read === tooLarge) return { ...none, tooLarge: true };
  const isGone = file.status === "deleted";
  const after = isGone ? null : applyHunks(read, file.hunks);
  if (after === null && !isGone) return { ...none, before: read, unavailable: otherBase };
  return within({ ...none, before: read, after });
}

const tooLarge = Symbol("too large");

const otherBase = {
  code: "repository_unreachable",
  message: "The repository's base commit does not contain the text that was changed.",
};

async function readBase(
  { repository }: Pick<ReviewDeps, "repository">,
  job: ReviewJob,
  path: string,
): Promise<string | typeof tooLarge | { code: string; message: string }> {
  if (job.baseCommit === null) return otherBase;
  try {
    const read = await repository.withCommit(job, job.baseCommit, (files) =>
      files.read(path, { bytesMax: textBytesMax }),
    );
    if (read === "too_large") return tooLarge;
    return read === null ? otherBase : read.toString("utf8");
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { code: error.code, message: error.message };
  }
}

function within(sides: BothSides): BothSides {
  const isTooLarge = [sides.before, sides.after].some((text) => Buffer.byteLength(text ?? "") > textBytesMax);
  return isTooLarge ? { ...sides, before: null, after: null, tooLarge: true } : sides;
}
