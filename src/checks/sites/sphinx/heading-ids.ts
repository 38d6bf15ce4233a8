import type { Heading } from "../../../markdown/page-scan.ts";
import { textWithList } from "../../../markdown/plain-heading-text.ts";
import { externalMark } from "../../../markdown/scan-myst.ts";
import { numberSlugs, slugHeading } from "../../../markdown/slug-heading.ts";
import type { PageFacts } from "../../model/page-facts.ts";
import type { HeadingIds } from "../../model/site.ts";
import { removeAccents } from "../shared/remove-accents.ts";

/** Directives that give no ids besides their `name`. */
const plainDirectives =
  /^(?:admonition|note|warning|tip|hint|important|caution|danger|attention|error|seealso|todo|toctree|code-block|code|code-cell|sourcecode|literalinclude|image|figure|table|list-table|csv-table|versionadded|versionchanged|deprecated|dropdown|grid|grid-item|grid-item-card|card|tab-set|tab-item|button-ref|button-link|margin|sidebar|topic|epigraph|math|mermaid|rubric|contents|only|div|raw|prf:.*|exercise|youtube|iframe|highlight|tabs|tab|terminal|group-tab|code-tab|container|compound|pull-quote|highlights|toggle|program-output|command-output)$/;

/**
 * Returns docutils' ids of all sections and labels, and slugs (GitHub's, unless the site has others) as deep
 * as `myst_heading_anchors` says.
 */
export function sphinxHeadingIds(depth: number, slugOf = slugOfMyst): HeadingIds {
  return (headings, _, { labels }) => {
    // MyST shows a list of attributes behind a heading.
    const shown = headings.map((one) => ({ ...one, text: textWithList(one.text, one.source) }));
    const names = [...shown.map(({ text }) => text), ...labels];
    return [...idsOfNames(names), ...anchors(shown, depth, slugOf)];
  };
}

/** Letters, digits and `_` as Python defines them: without the marks that GitHub keeps. */
export function slugOfMyst(text: string): string {
  return slugHeading(text.replace(/[^\p{L}\p{N}_\- ]/gu, ""), "github");
}

function anchors(headings: readonly Heading[], depth: number, slugOf: (text: string) => string): string[] {
  const numbered = numberSlugs(slugOf);
  return headings.filter(({ level }) => level <= depth).map(({ text }) => numbered(text));
}

/**
 * The first section or label of a name has it as its id, and the others are numbered together: their order
 * makes no difference to the ids that there are.
 */
function idsOfNames(names: readonly string[]): string[] {
  const named = new Set(names.map(makeId).filter((id) => id !== ""));
  const ids = [...named];
  for (let count = 1; ids.length < names.length; count += 1)
    if (!named.has(`id${count}`)) ids.push(`id${count}`);
  return ids;
}

/** Footnotes, tables of contents and whatever else has no name take numbers from the same count. */
export function isNumberedId(id: string): boolean {
  return /^id\d+$/.test(id);
}

/** Makes an id from a name as docutils does. */
export function makeId(name: string): string {
  return removeAccents(name.toLowerCase().replaceAll("ß", "sz").replaceAll("æ", "ae").replaceAll("ø", "o"))
    .normalize("NFKD")
    .replace(/[^\x00-\x7f]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[-0-9]+/, "")
    .replace(/-$/, "");
}

/** Descriptions of code, glossaries, includes and substitutions make ids from what is not read. */
export function hasSphinxIds({ directives, headings }: PageFacts): boolean {
  if (headings.some(({ source }) => source.includes("{{"))) return true;
  return directives.some((name) => name !== externalMark && !plainDirectives.test(name));
}
