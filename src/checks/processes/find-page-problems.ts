import { findMath } from "../../markdown/find-math.ts";
import type { Span } from "../../markdown/page-scan.ts";
import { scanPage } from "../../markdown/scan-page.ts";
import { type FrontMatterProblem, findFrontMatterProblems } from "../pages/read-front-matter.ts";
import type { PageProblems, PageText } from "./call-types.ts";
import { findMdxProblem } from "./find-mdx-problem.ts";

/** Generators that remove `<!-- … -->` from MDX before they parse it. */
const takeCommentsOut: ReadonlySet<string | null> = new Set(["docusaurus"]);

/**
 * Finds the first error of each kind in a page's text. MDX is parsed; in Markdown only the front matter can
 * be wrong.
 */
export async function findPageProblems({ path, text, generator }: PageText): Promise<PageProblems> {
  const mdx = /\.mdx$/i.test(path);
  const scan = scanPage(text, { mdx });
  const frontMatter = scan.frontMatter === null ? [] : findFrontMatterProblems(text, scan.frontMatter);
  return {
    frontMatter: frontMatter[0] ?? null,
    mdx: mdx
      ? await findProblem(hideForeign(text, scan.spans, takeCommentsOut.has(generator)), scan.spans)
      : null,
  };
}

/** If a page has formulas, its generator is assumed to read them. */
async function findProblem(text: string, spans: readonly Span[]): Promise<FrontMatterProblem | null> {
  const problem = await findMdxProblem(text);
  const formulas = problem === null ? [] : findMath(text, spans);
  return formulas.length === 0 ? problem : await findMdxProblem(blankOut(text, formulas));
}

/**
 * `{#id}` and `{.class}` after a heading are syntax of site generators, not JavaScript; blanks keep every
 * place.
 */
function hideForeign(
  text: string,
  spans: readonly { kind: string; start: number; end: number }[],
  hidesComments: boolean,
): string {
  const hidden = spans.filter(({ kind, start }) => {
    const isAttributeList = kind === "directive" && text[start] === "{";
    return isAttributeList || (hidesComments && kind === "comment" && text.startsWith("<!--", start));
  });
  return blankOut(text, hidden);
}

function blankOut(text: string, ranges: readonly { start: number; end: number }[]): string {
  let result = "";
  let at = 0;
  for (const { start, end } of ranges) {
    result += text.slice(at, start) + text.slice(start, end).replace(/[^\n]/g, " ");
    at = end;
  }
  return result + text.slice(at);
}
