import { plainHeadingText, textWithList } from "../../../markdown/plain-heading-text.ts";
import { createSlugger } from "../../../markdown/slug-heading.ts";
import type { HeadingIds } from "../../model/site.ts";
import type { MarkdownPlugins } from "./read-markdown.ts";

type Typeset = (text: string) => string;

const keep: Typeset = (text) => text;
/** Astro up to 6 makes a dash of two hyphens, and from 7 on of more as well. */
const dashes: Typeset[] = [
  (text) => text.replace(/(?<!-)--(?!-)/g, "—"),
  (text) => text.replace(/-{2,}/g, "—"),
];

/** GitHub's slugs of the text as written: only with a plugin does a mark after a heading set its id. */
export function createHeadingIds(
  docsRoot: string,
  { readMarks, setsDashes }: Pick<MarkdownPlugins, "readMarks" | "setsDashes">,
): HeadingIds {
  return (headings, page) => {
    const hasDashes = headings.some(({ source }) => source.includes("--"));
    const typesets = hasDashes && setsDashes !== false ? [...dashes] : [keep];
    if (hasDashes && setsDashes === null) typesets.push(keep);
    const ids = typesets.flatMap((typeset) => {
      const slug = createSlugger("github");
      return headings.map(({ explicitId, source, text }) => {
        if (explicitId !== null && readMarks) return explicitId;
        const reading = { mdx: page.endsWith(".mdx"), typeset };
        const shown = source.includes("--") ? plainHeadingText(source, reading).text : text;
        const isCode = reading.mdx && explicitId === null;
        return slug((isCode ? shown : textWithList(shown, source)).replaceAll("&shy;", ""));
      });
    });
    if (page.endsWith(".mdx")) ids.push(...idsOfWhole(headings));
    // Id of Starlight's own page title.
    return [...new Set(page.startsWith(`${docsRoot}/`) ? ["_top", ...ids] : ids)];
  };
}

/** With expressions, and the spaces beside components; some versions of Astro drop a hyphen at the end. */
function idsOfWhole(headings: Parameters<HeadingIds>[0]): string[] {
  if (!headings.some(({ source }) => /[<{]/.test(source))) return [];
  const slug = createSlugger("github");
  const ids = headings.map(({ source }) => slug(plainHeadingText(source, { mdx: true, isWhole: true }).text));
  return ids.flatMap((id) => [id, id.replace(/-$/, "")]);
}
