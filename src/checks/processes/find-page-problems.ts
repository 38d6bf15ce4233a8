import { scanPage } from "../../markdown/scan-page.ts";
import { findFrontMatterProblems } from "../read-front-matter.ts";
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
    mdx: mdx ? await findMdxProblem(hideForeign(text, scan.spans, takeCommentsOut.has(generator))) : null,
  };
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
  let result = "";
  let at = 0;
  for (const span of spans) {
    const isAttributeList = span.kind === "directive" && text[span.start] === "{";
    const isComment = hidesComments && span.kind === "comment" && text.startsWith("<!--", span.start);
    if (!isAttributeList && !isComment) continue;
    result += text.slice(at, span.start) + text.slice(span.start, span.end).replace(/[^\n]/g, " ");
    at = span.end;
  }
  return result + text.slice(at);
}
