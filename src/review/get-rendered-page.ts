import { AppError, isAppError } from "../errors.ts";
import type { JobAddress } from "../jobs/get-job.ts";
import type { ChangedBlock, RenderedChange } from "../rendering/render-change.ts";
import { findChange } from "./find-change.ts";
import { isPage, pathOf } from "./list-review-files.ts";
import { loadReviewJob } from "./load-review-job.ts";
import { readBothSides } from "./read-both-sides.ts";
import type { ReviewDeps } from "./review-deps.ts";
import type { RenderedPage } from "./review-schema.ts";

/**
 * Renders a changed page as readers see it, before and after. Throws `job_not_found`, `transcript_expired`,
 * and `file_not_found` also if it is not a page.
 */
export async function getRenderedPage(
  deps: ReviewDeps,
  address: JobAddress,
  path: string,
): Promise<RenderedPage> {
  const job = await loadReviewJob(deps, address);
  const file = findChange(job, path);
  if (!isPage(pathOf(file)) || file.binary)
    throw new AppError("file_not_found", "Only Markdown and MDX can be shown rendered.", {
      details: { path },
    });
  const { before, after, tooLarge, unavailable } = await readBothSides(deps, job, file);
  if (before === null && after === null) return { ...nothing, tooLarge, unavailable };
  const imageOf = (side: "before" | "after", page: string) => imageAddress(deps, address, { side, page });
  const images = { before: imageOf("before", file.oldPath), after: imageOf("after", pathOf(file)) };
  const rendered = await deps.render({ before, after, images }).catch(tellLate);
  if ("code" in rendered) return { ...nothing, unavailable: rendered };
  return toPage(rendered, { hasBefore: before !== null, hasAfter: after !== null, unavailable });
}

const nothing = {
  ...{ before: null, after: null, changedBefore: [], changedAfter: [], blocks: [] },
  ...{ tooLarge: false, unavailable: null },
};

/** Returns the address up to the image's target, which the renderer appends. */
function imageAddress(
  { basePath }: ReviewDeps,
  { projectId, jobId }: JobAddress,
  { side, page }: { side: "before" | "after"; page: string },
): string {
  const from = encodeURIComponent(page.isWellFormed() ? page : "");
  return `${basePath}/v2/agent/${projectId}/job/${jobId}/review/image?side=${side}&from=${from}&path=`;
}

function tellLate(error: unknown): { code: string; message: string } {
  if (!isAppError(error, "check_timeout")) throw error;
  return { code: error.code, message: error.message };
}

function toPage(
  { blocks, tooLarge }: RenderedChange,
  {
    hasBefore,
    hasAfter,
    unavailable,
  }: { hasBefore: boolean; hasAfter: boolean; unavailable: RenderedPage["unavailable"] },
): RenderedPage {
  if (tooLarge) return { ...nothing, tooLarge };
  return {
    before: hasBefore ? joined(blocks, "before") : null,
    after: hasAfter ? joined(blocks, "after") : null,
    changedBefore: changedOn(blocks, "before"),
    changedAfter: changedOn(blocks, "after"),
    blocks,
    tooLarge: false,
    unavailable,
  };
}

function joined(blocks: readonly ChangedBlock[], side: "before" | "after"): string {
  return blocks.flatMap((block) => block[side] ?? []).join("\n");
}

function changedOn(blocks: readonly ChangedBlock[], side: "before" | "after"): number[] {
  return blocks.flatMap((block, index) => (block.state !== "same" && block[side] !== null ? [index] : []));
}
