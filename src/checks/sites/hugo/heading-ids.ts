import type { Heading } from "../../../markdown/page-scan.ts";
import { plainHeadingText, textWithList } from "../../../markdown/plain-heading-text.ts";
import type { HeadingIds } from "../../model/site.ts";
import { removeAccents } from "../shared/remove-accents.ts";
import type { HugoModel } from "./model.ts";

/**
 * Returns the ids of headings in Hugo's Markdown. A heading with a shortcode has an unknown id, which is
 * omitted. Where `--` becomes a dash, the version decides whether it is left out of the id, and both count.
 */
export function hugoHeadingIds(model: HugoModel): HeadingIds {
  return (headings) => {
    const hasDashes = model.setsDashes && headings.some(({ source }) => source.includes("--"));
    const ways = hasDashes ? [true, false] : [false];
    return ways.flatMap((isTypeset) => idsOf(headings, model, isTypeset));
  };
}

function idsOf(
  headings: readonly Heading[],
  { headingIds, readsAttributes }: HugoModel,
  isTypeset: boolean,
): string[] {
  const used = new Set<string>();
  return headings.flatMap(({ text, explicitId, source }) => {
    const typeset = isTypeset ? plainHeadingText(source, { mdx: false, typeset: dropDashes }).text : text;
    const shown = textWithList(typeset, source, readsAttributes ? "words" : "any");
    const named = shown === typeset ? (explicitId ?? twiceMarked(source, readsAttributes)) : null;
    if (named === null && headingIds === "none") return [];
    const id = named ?? unused(used, slugOfHugo(shown, headingIds) || "heading");
    used.add(id);
    return id;
  });
}

/** In `{##id}`, the first mark is one without a name, which the second replaces. */
function twiceMarked(source: string, readsAttributes: boolean): string | null {
  const id = readsAttributes ? /\{##([\w:.-]{1,200})\}[ \t]{0,9}$/.exec(source)?.[1] : undefined;
  return id ?? null;
}

function dropDashes(text: string): string {
  return text.replace(/---?/g, "");
}

function unused(used: ReadonlySet<string>, base: string): string {
  let id = base;
  for (let count = 1; used.has(id); count += 1) id = `${base}-${count}`;
  return id;
}

/** `blackfriday` joins words separated by other marks with one `-`. */
function slugOfHugo(text: string, style: HugoModel["headingIds"]): string {
  if (style === "blackfriday") {
    return toLower(text)
      .replace(/[^\p{L}\p{Nd}]+/gu, "-")
      .replace(/^-|-$/g, "");
  }
  const plain = style === "github-ascii" ? removeAccents(text) : text;
  const kept = style === "github-ascii" ? /[^A-Za-z0-9_ -]/g : /[^\p{L}\p{Nd}_ -]/gu;
  return toLower(plain.trim().replace(kept, "").replace(/ /g, "-"));
}

/** As Go does, letter by letter: `İ` becomes a plain `i`. */
function toLower(text: string): string {
  return text.replaceAll("\u0130", "i").toLowerCase();
}
