import { posix } from "node:path";
import type { PageRule } from "../check-input.ts";
import { isShown } from "../links/is-shown.ts";
import { countsByFiles, resolutionsOf, subjectOf } from "../links/resolve-link.ts";
import { repairFields } from "../repairs/repair.ts";
import { repairByFiles } from "../repairs/repair-by-files.ts";
import { repairFile } from "../repairs/repair-file.ts";
import { shouldReport } from "../repairs/report-missing.ts";
import type { Finding } from "../types.ts";

/** Every image, video or other `src` must be a file of the repository. */
export const checkImages: PageRule = async ({ site, pause, pages }) => {
  const findings: Finding[] = [];
  for (const [path, page] of pages) {
    if (pause.isDue()) await pause.wait();
    const resolutions = resolutionsOf(site, path);
    for (const [index, link] of page.links.entries()) {
      if ((link.kind !== "image" && link.kind !== "src") || !isShown(site, link)) continue;
      const resolution = resolutions[index]!;
      if (resolution.kind !== "missing") continue;
      const repair = countsByFiles(site, path)
        ? repairByFiles(site, path, resolution)
        : repairFile(site, path, resolution);
      if (!shouldReport(site, path, resolution, repair)) continue;
      const isBeside = site.files.has(posix.join(posix.dirname(path), resolution.parts.path));
      const message = isBeside
        ? `${link.target} is in the repository, but not at this address of the built site`
        : `${link.target} does not exist`;
      const { line, column, target } = link;
      const subject = subjectOf(resolution);
      findings.push({
        rule: "image",
        path,
        line,
        column,
        message,
        target,
        subject,
        ...repairFields(target, repair),
      });
    }
  }
  return findings;
};
