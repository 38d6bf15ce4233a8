import { scanPage } from "../markdown/scan-page.ts";
import type { MdxPool } from "./create-mdx-pool.ts";
import { findFrontMatterProblems } from "./read-front-matter.ts";

/** Why a page's text is not valid, as "line:column reason", or null. MDX is parsed; of Markdown only the front matter can be wrong. */
export async function parsePage(
  pool: MdxPool,
  path: string,
  text: string,
  signal?: AbortSignal,
): Promise<string | null> {
  const mdx = /\.mdx$/i.test(path);
  if (!mdx && !/\.md$/i.test(path)) return null;
  const { frontMatter } = scanPage(text, { mdx });
  const first = frontMatter === null ? undefined : findFrontMatterProblems(text, frontMatter)[0];
  const problem = first ?? (mdx ? await pool.parse(text, signal) : null);
  return problem === null ? null : `${problem.line}:${problem.column} ${problem.message}`;
}
