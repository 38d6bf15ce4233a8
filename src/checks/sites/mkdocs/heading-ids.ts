import { isNode } from "yaml";
import { createSlugger } from "../../../markdown/slug-heading.ts";
import type { HeadingIds } from "../../model/site.ts";
import { type Fields, isTruth } from "../../pages/read-fields.ts";
import { at, namedOf, scalarOf } from "./read-yaml.ts";

/** What the extensions of Markdown make of headings. */
export interface HeadingExtensions {
  /** Slugs of `toc`: its own, lower-case ones of pymdownx, or others that are not read. */
  slugs: "own" | "pymdownx" | "other";
  hasNotes: boolean;
  /** `:name:` becomes a picture, which has no part in the id. */
  hasEmoji: boolean;
  /** Tabs have ids made of their titles, not of numbers. */
  hasTabIds: boolean;
  /** Whether the plugin macros reads pages that do not say so themselves; null without it. */
  rendersMacros: boolean | null;
}

const note = /\[\^[^[\]]+\]/g;
/** `<a, b>` is a tag to Python-Markdown only. */
const looseTag = /<\/?[a-zA-Z][^<>@ ]*(?: [^<>]*)?>/g;
const emoji = /:[a-z\d][\w+-]{0,80}:/g;

/** Takes the plugins as well, of which one reads pages before the extensions do. */
export function readExtensions(node: unknown, plugins: unknown): HeadingExtensions {
  const named = [...namedOf(node)].map(
    ([name, options]) => [name.replace(/^markdown\.extensions\./, ""), options] as const,
  );
  const extensions = new Map(named);
  const has = (...names: string[]) => names.some((name) => extensions.has(name));
  return {
    slugs: readSlugs(at(extensions.get("toc"), "slugify")),
    hasNotes: has("footnotes", "extra", "pymdownx.extra"),
    hasEmoji: has("pymdownx.emoji"),
    hasTabIds: ["pymdownx.tabbed", "pymdownx.blocks.tab"].some((name) =>
      isNode(at(extensions.get(name), "slugify")),
    ),
    rendersMacros: readMacros(new Map(namedOf(plugins))),
  };
}

function readMacros(plugins: ReadonlyMap<string, unknown>): boolean | null {
  const options = plugins.get("macros");
  if (!plugins.has("macros") || isNode(at(options, "j2_comment_start_string"))) return null;
  return scalarOf(at(options, "render_by_default")) !== false;
}

function readSlugs(node: unknown): HeadingExtensions["slugs"] {
  if (!isNode(node)) return "own";
  const text = `${node.tag ?? ""} ${JSON.stringify(node)}`;
  const isLower = /pymdownx\.slugs\.uslugify\b/.test(text) || /"case"\s*:\s*"lower"/.test(text);
  return isLower && /pymdownx\.slugs\.(?:uslugify|slugify)\b/.test(text) ? "pymdownx" : "other";
}

/** Returns the ids of the `toc` extension; null if its slugs are not read. */
export function mkdocsHeadingIds({
  slugs,
  hasNotes,
  hasEmoji,
  rendersMacros,
}: HeadingExtensions): HeadingIds | null {
  if (slugs === "other") return null;
  const plain = (whole: string, source: string): string => {
    const text = source.includes("`") ? whole : whole.replace(looseTag, "");
    const bare = hasNotes ? text.replace(note, "") : text;
    return hasEmoji ? bare.replace(emoji, "") : bare;
  };
  return (headings, _, { fields }) => {
    // To the plugin `{#id}` begins a comment, which nothing ends: the page shows an error and has no heading.
    if (isRendered(rendersMacros, fields) && headings.some(({ source }) => source.includes("{#"))) return [];
    const slug = createSlugger(slugs === "own" ? "mkdocs" : "pymdownx");
    return headings.map(({ text, source, explicitId }) => explicitId ?? slug(plain(text, source)));
  };
}

function isRendered(
  rendersMacros: boolean | null,
  { render_macros: own, ignore_macros: off }: Fields,
): boolean {
  if (rendersMacros === null || isTruth(off, true)) return false;
  return own === undefined ? rendersMacros : isTruth(own, true);
}
