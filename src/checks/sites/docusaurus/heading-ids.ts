import { slug as githubSlug } from "github-slugger";
import { plainHeadingText } from "../../../markdown/plain-heading-text.ts";
import { createSlugger, numberSlugs } from "../../../markdown/slug-heading.ts";
import type { HeadingIds } from "../../model/site.ts";
import { computed, flagMember, member, type ScriptValue } from "../script/script-values.ts";

/** Reads `markdown: { anchors: { maintainCase: true } }`. `whyUnknown`: why the ids cannot be known. */
export function readHeadingIds(configuration: ScriptValue): {
  headingIds: HeadingIds;
  whyUnknown: string | null;
} {
  const markdown = member(configuration, "markdown");
  const anchors = typeof markdown === "object" ? member(markdown, "anchors") : undefined;
  const keepsCase = typeof anchors === "object" ? flagMember(anchors, "maintainCase") : anchors;
  return {
    headingIds: keepsCase === true ? withCase : withoutCase,
    whyUnknown: keepsCase === computed ? "the configuration computes how ids of headings are made" : null,
  };
}

const withoutCase: HeadingIds = (headings) => idsOf(headings, createSlugger("github"));

const withCase: HeadingIds = (headings) =>
  idsOf(
    headings,
    numberSlugs((text) => githubSlug(text, true)),
  );

/**
 * GitHub's slugs of all that a heading holds, also of its expressions and the spaces beside components; the
 * theme gives no id to a heading of the first level, which still counts as a duplicate.
 */
function idsOf(headings: Parameters<HeadingIds>[0], slug: (text: string) => string): string[] {
  const ids = headings.map(({ level, explicitId, source, text }) => {
    const bare = dropDirectives(source);
    const isPlain = bare === source && !/[<{!]/.test(source);
    const shown = isPlain ? text : plainHeadingText(bare, { mdx: true, isWhole: true }).text;
    return { level, id: explicitId ?? slug(shown) };
  });
  return ids.filter(({ level }) => level > 1).map(({ id }) => id);
}

/** A directive without a label, or code, in which there is none. */
const directive = /`[^`]*`|(?<!:):[A-Za-z](?:[\w-]*[A-Za-z0-9])?(?![\w:[{-])/g;

/** `3:Then` has the directive `:Then`, which stays in the text that is shown and is missing in the id. */
function dropDirectives(source: string): string {
  if (!source.includes(":") || /\]\(|[<\\]/.test(source)) return source;
  return source.replace(directive, (found) => (found.startsWith("`") ? found : ""));
}
