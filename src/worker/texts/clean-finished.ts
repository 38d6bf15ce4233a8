import { cleanTitle } from "../../outgoing/clean-plain.ts";
import { removeHidden } from "../../outgoing/hidden-characters.ts";
import type { Finished, Run } from "../run.ts";
import { cutTitle } from "./pull-request-text.ts";

/**
 * Returns an agent's title and summary as they may be stored: without secrets and hidden characters, and
 * with a title that has no effect on a host. Until there is a pull request, the create request's title
 * takes precedence.
 */
export async function cleanFinished(
  { gate, job }: Pick<Run, "gate"> & { job: Pick<Run["job"], "chosenTitle" | "pullRequest"> },
  { title, summary }: { title: string; summary: string },
): Promise<Finished> {
  const wanted = (job.pullRequest === null ? job.chosenTitle : null) ?? title;
  return {
    title: await gate.mask(cutTitle(cleanTitle(await gate.mask(wanted)))),
    summary: await gate.mask(removeHidden(summary)),
  };
}
