import { textWithList } from "../../../markdown/plain-heading-text.ts";
import type { PageFacts } from "../../model/page-facts.ts";
import type { HeadingIds } from "../../model/site.ts";

/** Directives that have no label, or hold nothing that has one. */
const plainDirectives =
  /^(?:note|tip|warning|important|hint|attention|caution|danger|error|seealso|admonition|toctree|dropdown|tab-set|tab-item|card|grid|grid-item|grid-item-card|button|iframe|mermaid|aside|margin|code|code-block)$/;

/** The id of a heading's text, or of a label. */
export function mystId(name: string): string {
  return name
    .replace(/[\t\n\r ]+/g, " ")
    .replace(/['‘’"“”]+/g, "")
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, "-")
    .replace(/^([0-9-])/, "id-$1")
    .replace(/-{2,}/g, "-")
    .replace(/^-|-$/g, "");
}

/** Headings with a label of their own count by their text as well. */
export const mystHeadingIds: HeadingIds = (headings, _, { labels }) => [
  ...headings.map(({ text, source }) => mystId(textWithList(text, source))),
  ...labels.map(mystId),
];

/** Figures, formulas, cells and the like have labels that are not read. */
export function hasMystIds({ directives, includes }: PageFacts): boolean {
  return includes.length > 0 || directives.some((name) => !plainDirectives.test(name));
}
