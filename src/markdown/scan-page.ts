import { runAtOnce, type Sliced } from "../text/run-in-slices.ts";
import { blankWrappers } from "./blank-wrappers.ts";
import type { PageScan } from "./page-scan.ts";
import { createPageState, toPageScan } from "./page-state.ts";
import { scanBlocks } from "./scan-blocks.ts";
import { scanFrontMatter } from "./scan-front-matter.ts";
import { scanTextFences } from "./scan-text-fences.ts";
import { noteWikilinkFields } from "./scan-wikilink.ts";

/**
 * Scans Markdown or MDX in one pass, without a syntax tree and in linear time. Never throws: malformed text
 * (an unclosed tag, a lone brace) is prose; an unclosed fence extends to the end of its container.
 */
export function scanPage(text: string, options: { mdx: boolean }): PageScan {
  return runAtOnce(scanPageSliced(text, options));
}

/** The same in slices, so that other work is not delayed. */
export function* scanPageSliced(text: string, options: { mdx: boolean }): Sliced<PageScan> {
  const state = createPageState(blankWrappers(text), options.mdx);
  const frontMatter = scanFrontMatter(text);
  if (frontMatter !== null) {
    state.spans.push({ kind: "front-matter", start: frontMatter.start, end: frontMatter.end });
    noteWikilinkFields(state, frontMatter.contentStart, frontMatter.contentEnd);
  }
  const bodyStart = frontMatter?.end ?? (text.charCodeAt(0) === 0xfeff ? 1 : 0);
  yield* scanBlocks(state, bodyStart);
  yield* scanTextFences(state);
  yield;
  return toPageScan(state, frontMatter);
}
