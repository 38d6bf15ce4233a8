import type { CheckRule } from "./check-input.ts";
import { createPause } from "./create-pause.ts";
import { checkAnchors } from "./rules/anchor.ts";
import { checkFrontMatter } from "./rules/front-matter.ts";
import { checkImages } from "./rules/image.ts";
import { checkInternalLinks } from "./rules/internal-link.ts";
import { checkNavigation } from "./rules/navigation.ts";
import type { Site } from "./site.ts";
import type { CheckReport, Finding } from "./types.ts";

export interface CheckOptions {
  newPaths?: readonly string[];
  signal?: AbortSignal;
}

/** `hidden-unicode` and `openapi-reference` get a file in `rules/` and a line here. */
const RULES: CheckRule[] = [checkFrontMatter, checkInternalLinks, checkAnchors, checkImages, checkNavigation];

/**
 * Checks the whole site as it stands in memory (call `site.update` after an edit), but for the MDX syntax of changed pages, which
 * `checkMdxSyntax` tells. Findings are sorted by path, line and column. Throws the signal's reason.
 */
export async function checkSite(
  site: Site,
  { newPaths = [], signal }: CheckOptions = {},
): Promise<CheckReport> {
  const start = performance.now();
  signal?.throwIfAborted();
  const findings: Finding[] = [];
  const input = { site, newPaths, pause: createPause(signal) };
  for (const rule of RULES) {
    for (const finding of await rule(input)) findings.push(finding);
  }
  findings.sort(
    (a, b) =>
      compareText(a.path, b.path) || a.line - b.line || a.column - b.column || compareText(a.rule, b.rule),
  );
  return { findings, site: site.shape, durationMs: performance.now() - start };
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
