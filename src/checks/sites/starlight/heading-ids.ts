import { createSlugger } from "../../../markdown/slug-heading.ts";
import type { HeadingIds } from "../../model/site.ts";

/** GitHub's slugs of the text as written: only with a plugin does a mark after a heading set its id. */
export function createHeadingIds(docsRoot: string, readMarks: boolean): HeadingIds {
  return (headings, page) => {
    const slug = createSlugger("github");
    const ids = headings.map(({ explicitId, source, text }) => {
      if (explicitId !== null && readMarks) return explicitId;
      return slug((explicitId === null ? text : textWithMark(source, text)).replaceAll("&shy;", ""));
    });
    // Id of Starlight's own page title.
    return page.startsWith(`${docsRoot}/`) ? ["_top", ...ids] : ids;
  };
}

function textWithMark(source: string, text: string): string {
  const at = source.lastIndexOf("{");
  const isComment = source.startsWith("{/*", at);
  return at < 0 || isComment ? text : `${text} ${source.slice(at)}`;
}
