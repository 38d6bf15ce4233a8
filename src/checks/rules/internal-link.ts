import type { PageRule } from "../check-input.ts";
import { isShown } from "../links/is-shown.ts";
import { resolutionsOf, subjectOf } from "../links/resolve-link.ts";
import { leavesSite } from "../links/split-target.ts";
import { choosesVersion } from "../model/compare-redirect.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Site } from "../model/site.ts";
import { type Repair, repairFields } from "../repairs/repair.ts";
import { repairLink, repairRedirect } from "../repairs/repair-link.ts";
import { shouldReport } from "../repairs/report-missing.ts";
import type { Finding } from "../types.ts";
import { isLedNowhere } from "./redirect-target.ts";

type Missing = Extract<Resolution, { kind: "missing" }>;

interface MissingRepair {
  repair: Repair;
  isReported: boolean;
}

/** Every link of a page must lead to a page, a file or a redirect of the site. */
export const checkInternalLinks: PageRule = async ({ site, pause, pages }) => {
  const findings: Finding[] = [];
  for (const [path, page] of pages) {
    const repairs = new Map<Missing, MissingRepair>();
    if (pause.isDue()) await pause.wait();
    const resolutions = resolutionsOf(site, path);
    for (const [index, link] of page.links.entries()) {
      if (link.kind === "image" || link.kind === "src" || !isShown(site, link)) continue;
      const resolution = resolutions[index]!;
      const place = { path, line: link.line, column: link.column, target: link.target };
      if (resolution.kind === "redirect") {
        // A short address for another site is meant to be linked to: the other site's may change.
        if (leavesSite.test(resolution.to) || choosesVersion(site, resolution)) continue;
        const subject = subjectOf(resolution);
        if (isLedNowhere(site, resolution)) {
          const message = `${link.target} leads to ${resolution.to}, where there is no page`;
          findings.push({ rule: "internal-link", ...place, message, subject });
          continue;
        }
        const repair = repairRedirect(site, path, resolution);
        const message = `${link.target} is only a redirect to ${resolution.to}`;
        findings.push({ rule: "redirect", ...place, message, subject, ...repairFields(link.target, repair) });
      } else if (resolution.kind === "missing") {
        if (pause.isDue()) await pause.wait();
        const known = repairs.get(resolution) ?? repairMissing(site, path, resolution);
        repairs.set(resolution, known);
        if (!known.isReported) continue;
        findings.push({
          rule: "internal-link",
          ...place,
          message: `${link.target} leads nowhere`,
          subject: subjectOf(resolution),
          ...repairFields(link.target, known.repair),
        });
      }
    }
  }
  return findings;
};

function repairMissing(site: Site, path: string, missing: Missing): MissingRepair {
  if (missing.parts.include !== undefined) return { repair: null, isReported: true };
  const repair = repairLink(site, path, missing);
  return { repair, isReported: shouldReport(site, path, missing, repair) };
}
