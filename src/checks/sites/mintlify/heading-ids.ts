import { createMintlifySlugger, slugLikeMintlify } from "../../../markdown/slug-like-mintlify.ts";
import type { PageFacts } from "../../model/page-facts.ts";
import type { HeadingIds } from "../../model/site.ts";

/** Headings of the fifth and sixth level get no id. */
export const mintlifyHeadingIds: HeadingIds = (headings) => {
  const slugger = createMintlifySlugger();
  return headings
    .filter(({ level }) => level <= 4)
    .map(({ explicitId, text }) => (explicitId === null ? slugger.ofText(text) : slugger.ofId(explicitId)));
};

/** Components that have a title and pass no id on. */
const withoutId = new Set(
  (
    "AccordionGroup Badge Callout Card CardGroup Check CodeGroup Color Column Columns Danger Expandable FileTree " +
    "Frame GitHub Github Icon Info Latex Mermaid Note Panel Popup Prompt RequestExample ResponseExample " +
    "SnippetGroup Steps Tabs Tile Tip Tooltip Tree Visibility Warning"
  ).split(" "),
);

/**
 * Of the titles of components, those that make ids: those of steps only where a size makes them headings.
 * Equal ones get a number, of tabs from 2, of others from 1.
 */
export function titlesWithIds(titles: PageFacts["componentTitles"]): string[] {
  const areHeadings = titles.some(({ tag, value }) => /^Steps?$/.test(tag) && /^h[23]$/.test(value));
  const before = new Map<string, number>();
  return titles
    .filter(({ tag }) => !withoutId.has(tag) && (tag !== "Step" || areHeadings))
    .flatMap(({ tag, value }) => {
      const key = `${tag} ${slugLikeMintlify(value)}`;
      const others = before.get(key) ?? 0;
      before.set(key, others + 1);
      return others === 0 ? [value] : [value, `${value} ${tag === "Tab" ? others + 1 : others}`];
    });
}
