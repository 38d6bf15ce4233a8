import type { CheckInput } from "../check-input.ts";
import { repairFields } from "../repair.ts";
import { repairLink, repairRedirect } from "../repair-link.ts";
import { shouldReport } from "../report-missing.ts";
import { resolutionsOf } from "../resolve-link.ts";
import type { Finding } from "../types.ts";

/** Every link of a page leads to a page, a file or a redirect of the site. */
export async function checkInternalLinks({ site, pause }: CheckInput): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [path, page] of site.pages) {
    if (pause.isDue()) await pause.wait();
    const resolutions = resolutionsOf(site, path);
    for (const [index, link] of page.links.entries()) {
      if (link.kind === "image" || link.kind === "src") continue;
      const resolution = resolutions[index]!;
      const place = { path, line: link.line, column: link.column, target: link.target };
      if (resolution.kind === "redirect") {
        const repair = repairRedirect(site, path, resolution);
        const message = `${link.target} is only a redirect to ${resolution.to}`;
        findings.push({ rule: "redirect", ...place, message, ...repairFields(link.target, repair) });
      } else if (resolution.kind === "missing") {
        const repair = repairLink(site, path, resolution);
        if (!shouldReport(site, path, resolution, repair)) continue;
        findings.push({
          rule: "internal-link",
          ...place,
          message: `${link.target} leads nowhere`,
          ...repairFields(link.target, repair),
        });
      }
    }
  }
  return findings;
}
