import { isNode } from "yaml";
import { createSlugger } from "../../../markdown/slug-heading.ts";
import type { HeadingIds } from "../../model/site.ts";
import { at, namedOf } from "./read-yaml.ts";

/** What the extensions of Markdown make of headings. */
export interface HeadingExtensions {
  /** Slugs of `toc`: its own, lower-case ones of pymdownx, or others that are not read. */
  slugs: "own" | "pymdownx" | "other";
  hasNotes: boolean;
  /** `:name:` becomes a picture, which has no part in the id. */
  hasEmoji: boolean;
  /** Tabs have ids made of their titles, not of numbers. */
  hasTabIds: boolean;
}

const note = /\[\^[^[\]]+\]/g;
/** `<a, b>` is a tag to Python-Markdown only. */
const looseTag = /<\/?[a-zA-Z][^<>@ ]*(?: [^<>]*)?>/g;
const emoji = /:[a-z\d][\w+-]{0,80}:/g;

export function readExtensions(node: unknown): HeadingExtensions {
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
  };
}

function readSlugs(node: unknown): HeadingExtensions["slugs"] {
  if (!isNode(node)) return "own";
  const text = `${node.tag ?? ""} ${JSON.stringify(node)}`;
  const isLower = /pymdownx\.slugs\.uslugify\b/.test(text) || /"case"\s*:\s*"lower"/.test(text);
  return isLower && /pymdownx\.slugs\.(?:uslugify|slugify)\b/.test(text) ? "pymdownx" : "other";
}

/** Returns the ids of the `toc` extension; null if its slugs are not read. */
export function mkdocsHeadingIds({ slugs, hasNotes, hasEmoji }: HeadingExtensions): HeadingIds | null {
  if (slugs === "other") return null;
  const plain = (whole: string, source: string): string => {
    const text = source.includes("`") ? whole : whole.replace(looseTag, "");
    const bare = hasNotes ? text.replace(note, "") : text;
    return hasEmoji ? bare.replace(emoji, "") : bare;
  };
  return (headings) => {
    const slug = createSlugger(slugs === "own" ? "mkdocs" : "pymdownx");
    return headings.map(({ text, source, explicitId }) => explicitId ?? slug(plain(text, source)));
  };
}
