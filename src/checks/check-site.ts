import type { CheckInput, CheckRule } from "./check-input.ts";
import { createMdxPool, type MdxPool } from "./create-mdx-pool.ts";
import { createPause } from "./create-pause.ts";
import { checkAnchors } from "./rules/anchor.ts";
import { checkFrontMatter } from "./rules/front-matter.ts";
import { checkImages } from "./rules/image.ts";
import { checkInternalLinks } from "./rules/internal-link.ts";
import { checkMdxSyntax } from "./rules/mdx-syntax.ts";
import { checkNavigation } from "./rules/navigation.ts";
import type { Site } from "./site.ts";
import type { CheckReport, Finding } from "./types.ts";

export interface CheckOptions {
  changedPaths?: readonly string[];
  newPaths?: readonly string[];
  /** The bytes before the change (of a moved page: at its old path), null when there were none. */
  readBase?(path: string): Promise<Buffer | null>;
  /** Shared by jobs; without one a parser is started for this check alone when an MDX page changed. */
  mdxPool?: MdxPool;
  signal?: AbortSignal;
}

/** `hidden-unicode` and `openapi-reference` get a file in `rules/` and a line here. */
const RULES: CheckRule[] = [
  checkFrontMatter,
  checkMdxSyntax,
  checkInternalLinks,
  checkAnchors,
  checkImages,
  checkNavigation,
];

/**
 * Checks the whole site as it stands in memory (call `site.update` after an edit). Findings are sorted by path, line and
 * column. Throws the signal's reason.
 */
export async function checkSite(site: Site, options: CheckOptions = {}): Promise<CheckReport> {
  const start = performance.now();
  const findings: Finding[] = [];
  await withInput(site, options, async (input) => {
    for (const rule of RULES) findings.push(...(await rule(input)));
  });
  findings.sort(
    (a, b) =>
      compareText(a.path, b.path) || a.line - b.line || a.column - b.column || compareText(a.rule, b.rule),
  );
  return { findings, site: site.shape, durationMs: performance.now() - start };
}

async function withInput<T>(
  site: Site,
  options: CheckOptions,
  use: (input: CheckInput) => Promise<T>,
): Promise<T> {
  const mdxPool = options.mdxPool ?? createMdxPool();
  try {
    options.signal?.throwIfAborted();
    return await use({
      site,
      changedPaths: options.changedPaths ?? [],
      newPaths: options.newPaths ?? [],
      readBase: options.readBase ?? (() => Promise.resolve(null)),
      mdxPool,
      signal: options.signal,
      pause: createPause(options.signal),
    });
  } finally {
    if (options.mdxPool === undefined) await mdxPool.close();
  }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
