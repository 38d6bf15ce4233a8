import { isNode } from "yaml";
import { numberLikePython } from "../../../markdown/number-like-python.ts";
import type { Heading } from "../../../markdown/page-scan.ts";
import type { PageFacts } from "../../model/page-facts.ts";
import type { HeadingIds } from "../../model/site.ts";
import { type Fields, isTruth } from "../../pages/read-fields.ts";
import { readSlugs, type Slug } from "./read-slugs.ts";
import { type HeadingMarks, readTocHeading } from "./read-toc-heading.ts";
import { at, namedOf, scalarOf, textOf } from "./read-yaml.ts";

/** What the extensions of Markdown make of headings. */
export interface HeadingExtensions extends HeadingMarks {
  /** Null if a function makes them that is not known. */
  slug: Slug | null;
  /** Only `## A` is a heading, not `##A`. */
  hasSaneHeaders: boolean;
  /** Makes ids of the titles of tabs; undefined if they have numbers, null if it is not known how. */
  tabSlug: Slug | null | undefined;
  /** What stands between a tab's id and that of the heading above, in front of it; null if it has none. */
  tabJoiner: string | null;
  /** `::: name` brings docstrings. */
  hasDocstrings: boolean;
  /** Whether the plugin macros reads pages that do not say so themselves; null without it. */
  rendersMacros: boolean | null;
}

/**
 * Takes the plugins as well, of which one reads pages before the extensions do. `isWhole`: whether nothing
 * unknown can add extensions.
 */
export function readExtensions(node: unknown, plugins: unknown, isWhole: boolean): HeadingExtensions {
  const named = [...namedOf(node)].map(
    ([name, options]) => [name.replace(/^markdown\.extensions\./, ""), options] as const,
  );
  const extensions = new Map(named);
  const has = (...names: string[]) => names.some((name) => extensions.has(name));
  const used = namedOf(plugins);
  return {
    slug: readSlugs(extensions.get("toc")),
    hasNotes: has("footnotes", "extra", "pymdownx.extra"),
    hasEmoji: has("pymdownx.emoji"),
    hasAttributes: !isWhole || has("attr_list", "extra", "pymdownx.extra"),
    escapesAll: has("pymdownx.escapeall"),
    hasSaneHeaders: has("pymdownx.saneheaders"),
    ...readTabSlug(["pymdownx.tabbed", "pymdownx.blocks.tab"].map((name) => extensions.get(name))),
    hasDocstrings: !isWhole || used.has("mkdocstrings"),
    rendersMacros: readMacros(used),
  };
}

function readTabSlug(all: unknown[]): Pick<HeadingExtensions, "tabSlug" | "tabJoiner"> {
  const [options, ...others] = all.filter((one) => isNode(at(one, "slugify")));
  if (options === undefined) return { tabSlug: undefined, tabJoiner: null };
  const isJoined = scalarOf(at(options, "combine_header_slug")) === true;
  return {
    tabSlug: others.length > 0 ? null : readSlugs(options),
    tabJoiner: isJoined ? (textOf(at(options, "separator")) ?? "-") : null,
  };
}

function readMacros(plugins: ReadonlyMap<string, unknown>): boolean | null {
  const options = plugins.get("macros");
  if (!plugins.has("macros") || isNode(at(options, "j2_comment_start_string"))) return null;
  return scalarOf(at(options, "render_by_default")) !== false;
}

/** Returns the ids of the `toc` extension; null if its slugs are not read. */
export function mkdocsHeadingIds(extensions: HeadingExtensions): HeadingIds | null {
  const { slug, tabSlug, tabJoiner, rendersMacros, hasSaneHeaders } = extensions;
  if (slug === null) return null;
  return (headings, _, { fields, tightHeadings, idTags, tabTitles }) => {
    // To the plugin `{#id}` begins a comment, which nothing ends: the page shows an error and has no heading.
    if (isRendered(rendersMacros, fields) && headings.some(({ source }) => source.includes("{#"))) return [];
    const own = headings.filter(
      ({ isIndented, isInElement, source }) =>
        isInElement !== true &&
        !source.includes("\n") &&
        (isIndented !== true || idTags.includes("markdown")),
    );
    const all = hasSaneHeaders ? own : inOrder(own, tightHeadings);
    const read = all.map(({ source }) => readTocHeading(source, extensions));
    const number = numberLikePython(
      read.flatMap(({ id, inside }) => (id === null ? inside : [id, ...inside])),
    );
    const made = read.map(({ text, id }) => id ?? number(slug(text)));
    const ids = read.flatMap(({ inside }, index) => [made[index]!, ...inside]);
    if (tabSlug == null) return ids;
    const above = ({ start, below }: PageFacts["tabTitles"][number]): string => {
      const index =
        below === undefined
          ? all.findLastIndex((one) => one.start <= start)
          : all.findIndex((one) => one.start === below);
      return tabJoiner === null || index < 0 ? "" : made[index]! + tabJoiner;
    };
    const tabs = tabTitles.map((one) => above(one) + tabSlug(readTocHeading(one.text, extensions).text));
    return [...ids, ...tabs.map(number)];
  };
}

function inOrder(headings: readonly Heading[], tight: readonly Heading[]): readonly Heading[] {
  return tight.length === 0 ? headings : [...headings, ...tight].sort((a, b) => a.start - b.start);
}

function isRendered(
  rendersMacros: boolean | null,
  { render_macros: own, ignore_macros: off }: Fields,
): boolean {
  if (rendersMacros === null || isTruth(off, true)) return false;
  return own === undefined ? rendersMacros : isTruth(own, true);
}
