import { scanPage } from "../../markdown/scan-page.ts";
import { findFrontMatterProblems } from "../read-front-matter.ts";
import type { PageProblems } from "./call-types.ts";
import { findMdxProblem } from "./find-mdx-problem.ts";

/**
 * The first error of each kind in a page's text. MDX is parsed; of Markdown only the front matter can be
 * wrong.
 */
export async function findPageProblems(path: string, text: string): Promise<PageProblems> {
  const mdx = /\.mdx$/i.test(path);
  const scan = scanPage(text, { mdx });
  const frontMatter = scan.frontMatter === null ? [] : findFrontMatterProblems(text, scan.frontMatter);
  return {
    frontMatter: frontMatter[0] ?? null,
    mdx: mdx ? await findMdxProblem(hideAttributeLists(text, scan.spans)) : null,
  };
}

/**
 * `{#id}` and `{.class}` behind a heading are known to site generators but no JavaScript; blanks keep every
 * place.
 */
function hideAttributeLists(
  text: string,
  spans: readonly { kind: string; start: number; end: number }[],
): string {
  let result = "";
  let at = 0;
  for (const span of spans) {
    if (span.kind !== "directive" || text[span.start] !== "{") continue;
    result += text.slice(at, span.start) + " ".repeat(span.end - span.start);
    at = span.end;
  }
  return result + text.slice(at);
}
