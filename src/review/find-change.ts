import { type DiffFile, parseUnifiedDiff } from "../diff/parse-unified-diff.ts";
import { AppError } from "../errors.ts";
import { pathOf } from "./list-review-files.ts";
import type { ReviewJob } from "./load-review-job.ts";

/** Finds the file with this current path in a job's change. Throws `file_not_found`. */
export function findChange(job: ReviewJob, path: string): DiffFile {
  const file = parseUnifiedDiff(job.patch ?? "").find((one) => pathOf(one) === path);
  if (file !== undefined) return file;
  throw new AppError("file_not_found", "The job's change does not have this file.", { details: { path } });
}
