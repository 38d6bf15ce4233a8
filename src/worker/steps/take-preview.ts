import { JobFailure } from "../failure.ts";
import type { Run } from "../run-job.ts";
import type { Edited } from "./edit-until-clean.ts";

/** What an earlier turn had ready, with its checks: this turn only opens its pull request. */
export function takePreview(run: Run): Edited {
  const previewed = run.past.findLast(({ kind }) => kind === "previewed");
  if (previewed === undefined)
    throw new JobFailure("internal_error", "The preview is not in the job's record.");
  const { title, summary, checks } = previewed.data as {
    title: string;
    summary: string;
    checks: Run["checks"];
  };
  run.checks = checks;
  run.title = title;
  return { title, summary, checks: { new: [], fixed: [], preexisting: [] } };
}
