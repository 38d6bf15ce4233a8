import GithubSlugger from "github-slugger";
import { plainHeadingText } from "../../../markdown/plain-heading-text.ts";
import type { PageFacts } from "../../model/page-facts.ts";
import type { HeadingIds } from "../../model/site.ts";

const ownId = /\[#([^[\]]+)\]$/;

/** GitHub's slugs, except for headings of the first level; `[#id]` after a heading sets its id. */
export const nextraHeadingIds: HeadingIds = (headings) => {
  const slugger = new GithubSlugger();
  return headings.flatMap(({ level, source }) => {
    const written = source.trim();
    const own = ownId.exec(written)?.[1];
    if (level === 1) return own === undefined ? [] : [own];
    return [slugger.slug(own ?? readText(written))];
  });
};

/** Ignores pictures. */
function readText(source: string): string {
  const bare = source.replace(/!\[[^[\]]*\]\([^()]*\)/g, "");
  return plainHeadingText(bare, { mdx: true, isWhole: true }).text;
}

/** From version 4 on, tabs and summaries get ids from their text. */
export function hasNextraIds({ idTags }: PageFacts): boolean {
  return idTags.some((tag) => tag === "Tabs" || tag === "summary");
}
