import { isKind } from "../../jobs/read-event.ts";
import { JobFailure } from "../failure.ts";
import type { Edited, Run } from "../run.ts";
import { cleanFinished } from "../texts/clean-finished.ts";

/** Takes an earlier turn's preview with its checks: this turn only opens its pull request. */
export async function takePreview(run: Run): Promise<Edited> {
  const previewed = run.past.findLast(isKind("previewed"));
  if (previewed === undefined)
    throw new JobFailure("internal_error", "The preview is not in the job's record.");
  const { title, summary, checks, notJudged } = previewed.data;
  run.checks = checks;
  run.notJudged = notJudged;
  const finished = await cleanFinished(run, { title, summary });
  run.title = finished.title;
  return { ...finished, checks: { new: [], fixed: [], preexisting: [], notJudged: [] } };
}
