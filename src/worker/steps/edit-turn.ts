import type { Baseline, Edited, Prepared, Run } from "../run.ts";
import { cleanFinished } from "../texts/clean-finished.ts";
import { describeLeft } from "../translations/describe-left.ts";
import { recordTranslations } from "../translations/record-translations.ts";
import { editUntilClean } from "./edit-until-clean.ts";
import { takePreview } from "./take-preview.ts";

/** Does the turn's work: takes what an earlier one has ready, or lets an agent edit. */
export async function editTurn(run: Run, prepared: Prepared, baseline: Baseline): Promise<Edited> {
  if (run.job.publishOnly) return await takePreview(run);
  const { translations: scope } = baseline;
  if (scope === null) return await editUntilClean(run, prepared, baseline);
  const left = describeLeft(scope);
  if (scope.pages.size === 0) {
    const finished = await cleanFinished(run, { title: "Translations are up to date", summary: left });
    return { ...finished, checks: { new: [], fixed: [], preexisting: [], notJudged: [] } };
  }
  const edited = await editUntilClean(run, prepared, baseline);
  await recordTranslations(run, prepared, scope, edited);
  if (left === "") return edited;
  const { title, summary } = edited;
  return { ...edited, ...(await cleanFinished(run, { title, summary: `${summary}\n\n${left}`.trim() })) };
}
