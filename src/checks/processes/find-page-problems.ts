import { findMath } from "../../markdown/find-math.ts";
import { scanPage } from "../../markdown/scan-page.ts";
import { type FrontMatterProblem, findFrontMatterProblems } from "../read-front-matter.ts";
import type { PageProblems, PageText } from "./call-types.ts";
import { findMdxProblem } from "./find-mdx-problem.ts";

/** Generators that take `<!-- … -->` out of MDX before they parse it. */
const takeCommentsOut: ReadonlySet<string | null> = new Set(["docusaurus"]);

/**
 * The first error of each kind in a page's text. MDX is parsed; of Markdown only the front matter can be
 * wrong.
 */
export async function findPageProblems({ path, text, generator }: PageText): Promise<PageProblems> {
  const mdx = /\.mdx$/i.test(path);
  const scan = scanPage(text, { mdx });
  const frontMatter = scan.frontMatter === null ? [] : findFrontMatterProblems(text, scan.frontMatter);
  return {
    frontMatter: frontMatter[0] ?? null,
    mdx: mdx ? await findProblem(hideForeign(text, scan.spans, takeCommentsOut.has(generator))) : null,
  };
}

/** Where a page has formulas, its generator is taken to read them. */
async function findProblem(text: string): Promise<FrontMatterProblem | null> {
  const problem = await findMdxProblem(text);
  const formulas = problem === null ? [] : findMath(text);
  return formulas.length === 0 ? problem : await findMdxProblem(blankOut(text, formulas));
}

/**
 * `{#id}` and `{.class}` behind a heading are known to site generators but no JavaScript; blanks keep every
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
