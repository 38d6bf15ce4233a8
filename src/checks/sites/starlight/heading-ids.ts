import { createSlugger } from "../../../markdown/slug-heading.ts";
import type { HeadingIds } from "../../site.ts";

/** GitHub's slugs of what is written: no mark behind a heading gives it another id. */
export function createHeadingIds(docsRoot: string): HeadingIds {
  return (headings, page) => {
    const slug = createSlugger("github");
    const ids = headings.map(({ explicitId, source, text }) =>
      slug((explicitId === null ? text : textWithMark(source, text)).replaceAll("&shy;", "")),
    );
    // Starlight's own title of a page.
    return page.startsWith(`${docsRoot}/`) ? ["_top", ...ids] : ids;
  };
}

function textWithMark(source: string, text: string): string {
  const at = source.lastIndexOf("{");
  const isComment = source.startsWith("{/*", at);
  return at < 0 || isComment ? text : `${text} ${source.slice(at)}`;
}
