import type { CheckedFinding } from "../agent/tools/tool-data.ts";
import { slugHeading } from "../markdown/slug-heading.ts";
import { splitHash, withHash } from "../markdown/split-hash.ts";
import { addressExtension } from "../text/page-path.ts";
import { trimEndCharacters } from "../text/trim-characters.ts";
import { decode } from "./decode.ts";
import type { RenamedHeading } from "./replace-term.ts";

interface RenamedAnchor extends RenamedHeading {
  path: string;
}

/**
 * Returns the new target of a link to a renamed heading, or null if several headings may be meant. If the
 * site's addresses do not identify the page, the only renamed heading with this anchor is taken, as the
 * finding is new.
 */
export function suggestRenamedAnchor(
  headings: readonly RenamedAnchor[],
  { rule, path, target }: CheckedFinding,
): string | null {
  const parts = splitHash(target ?? "");
  if (rule !== "anchor" || parts === null) return null;
  const page = pathIn(parts.before.replace(/^#(?=\/)/, ""));
  const fragment = decode(parts.hash);
  const isMeant = (heading: RenamedAnchor) =>
    page === "" ? heading.path === path : isTargetOf(page, heading.path);
  const onPage = headings.filter(isMeant);
  // A part that the page shows, or a page found by the name alone, may have the heading.
  const meant = (onPage.length === 0 ? headings : onPage).flatMap((heading) => {
    const name = renameFragment(heading, fragment);
    return name === null ? [] : [{ name, page: heading.path }];
  });
  const isCertain =
    new Set(meant.map(({ name }) => name)).size === 1 &&
    (onPage.length > 0 || new Set(meant.map((one) => one.page)).size === 1);
  return isCertain ? withHash(target!, meant[0]!.name) : null;
}

/** The path in a shortcode or tag: that of `{{< ref "a.md` or `{% link a.md %}`, or what stands behind it. */
function pathIn(text: string): string {
  if (!text.startsWith("{")) return text;
  const quoted = /["'`]([^"'`]*)/.exec(text)?.[1];
  const named = /^\{[{%][<%-]?[ \t]*[a-z_]+[ \t]+([^\s"'`{}<>%]+)/.exec(text)?.[1];
  return quoted ?? named ?? text.slice(text.lastIndexOf("}") + 1);
}

/** Sites derive anchors in different ways; the new fragment follows the way of the old one. */
function renameFragment({ old, new: renamed }: RenamedHeading, fragment: string): string | null {
  if (fragment === old.slug) return renamed.slug;
  const way = ways.find((join) => fragment === join(old.text));
  if (way !== undefined) return way(renamed.text);
  // A way that keeps the case of letters is none of those above.
  const isLower = fragment === fragment.toLowerCase();
  return isLower && squeeze(fragment) === squeeze(old.slug) ? renamed.slug : null;
}

const ways: ((text: string) => string)[] = [
  joinWords,
  joinSpelled,
  (text) => trimHyphens(joinSpelled(text)),
  (text) => slugHeading(text, "slugify"),
  (text) => slugHeading(text, "slugify-words"),
  (text) => slugHeading(text, "spaces"),
];

/** Turns every run of other characters into one hyphen, where GitHub's anchors drop them. */
function joinWords(text: string): string {
  return trimHyphens(joinSpelled(text)).toLowerCase();
}

/** The same with upper and lower case, and hyphens at the ends. */
function joinSpelled(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}_]+/gu, "-");
}

function trimHyphens(text: string): string {
  return text.replace(/^-|-$/g, "");
}

function squeeze(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}

function isTargetOf(target: string, path: string): boolean {
  const wanted = stemOf(decode(target.replace(/[?].*$/s, "")).replace(/^(?:\.{0,2}\/)+/, ""));
  const stem = stemOf(path);
  return wanted === "" || stem === wanted || stem.endsWith(`/${wanted}`);
}

function stemOf(path: string): string {
  return trimEndCharacters(path, "/")
    .replace(addressExtension, "")
    .replace(/(?:^|\/)(?:_?index|README)$/i, "");
}
