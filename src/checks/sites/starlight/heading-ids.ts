import { createSlugger } from "../../../markdown/slug-heading.ts";
import type { HeadingIds } from "../../site.ts";

/** GitHub's slugs of what is written: only a plugin takes a mark behind a heading for its id. */
export function createHeadingIds(docsRoot: string, readMarks: boolean): HeadingIds {
  return (headings, page) => {
    const slug = createSlugger("github");
    const ids = headings.map(({ explicitId, source, text }) => {
      if (explicitId !== null && readMarks) return explicitId;
      return slug((explicitId === null ? text : textWithMark(source, text)).replaceAll("&shy;", ""));
    });
    // Starlight's own title of a page.
    return page.startsWith(`${docsRoot}/`) ? ["_top", ...ids] : ids;
  };
}

function textWithMark(source: string, text: string): string {
  const at = source.lastIndexOf("{");
  const isComment = source.startsWith("{/*", at);
  return at < 0 || isComment ? text : `${text} ${source.slice(at)}`;
}
