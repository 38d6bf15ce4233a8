import { isNode } from "yaml";
import { numberLikePython } from "../../../markdown/number-like-python.ts";
import type { Heading } from "../../../markdown/page-scan.ts";
import type { HeadingIds } from "../../model/site.ts";
import { type Fields, isTruth } from "../../pages/read-fields.ts";
import { readSlugs, type Slug } from "./read-slugs.ts";
import { type HeadingMarks, readTocHeading } from "./read-toc-heading.ts";
import { at, namedOf, scalarOf } from "./read-yaml.ts";

/** What the extensions of Markdown make of headings. */
export interface HeadingExtensions extends HeadingMarks {
  /** Null if a function makes them that is not known. */
  slug: Slug | null;
  /** Only `## A` is a heading, not `##A`. */
  hasSaneHeaders: boolean;
  /** Makes ids of the titles of tabs; undefined if they have numbers, null if it is not known how. */
  tabSlug: Slug | null | undefined;
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
    hasSaneHeaders: has("pymdownx.saneheaders"),
    tabSlug: readTabSlug(["pymdownx.tabbed", "pymdownx.blocks.tab"].map((name) => extensions.get(name))),
    hasDocstrings: !isWhole || used.has("mkdocstrings"),
    rendersMacros: readMacros(used),
  };
}

function readTabSlug(all: unknown[]): Slug | null | undefined {
  const [options, ...others] = all.filter((one) => isNode(at(one, "slugify")));
  if (options === undefined) return undefined;
  const isElse = others.length > 0 || scalarOf(at(options, "combine_header_slug")) === true;
  return isElse ? null : readSlugs(options);
}

function readMacros(plugins: ReadonlyMap<string, unknown>): boolean | null {
  const options = plugins.get("macros");
  if (!plugins.has("macros") || isNode(at(options, "j2_comment_start_string"))) return null;
  return scalarOf(at(options, "render_by_default")) !== false;
}

/** Returns the ids of the `toc` extension; null if its slugs are not read. */
export function mkdocsHeadingIds(extensions: HeadingExtensions): HeadingIds | null {
  const { slug, tabSlug, rendersMacros, hasSaneHeaders } = extensions;
  if (slug === null) return null;
  return (headings, _, { fields, tightHeadings, idTags, tabTitles }) => {
    // To the plugin `{#id}` begins a comment, which nothing ends: the page shows an error and has no heading.
    if (isRendered(rendersMacros, fields) && headings.some(({ source }) => source.includes("{#"))) return [];
    const own = headings.filter(
      ({ isIndented, source }) =>
        !source.includes("\n") && (isIndented !== true || idTags.includes("markdown")),
    );
    const all = hasSaneHeaders ? own : inOrder(own, tightHeadings);
    const read = all.map(({ source }) => readTocHeading(source, extensions));
    const number = numberLikePython(
      read.flatMap(({ id, inside }) => (id === null ? inside : [id, ...inside])),
    );
    const ids = read.flatMap(({ text, id, inside }) => [id ?? number(slug(text)), ...inside]);
    if (tabSlug == null) return ids;
    return [...ids, ...tabTitles.map(({ text }) => number(tabSlug(readTocHeading(text, extensions).text)))];
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
