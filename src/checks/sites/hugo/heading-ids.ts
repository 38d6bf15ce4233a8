import type { Heading } from "../../../markdown/page-scan.ts";
import { plainHeadingText } from "../../../markdown/plain-heading-text.ts";
import type { HeadingIds } from "../../model/site.ts";
import { removeAccents } from "../shared/remove-accents.ts";
import type { HugoModel } from "./model.ts";
import { splitAttributes } from "./split-attributes.ts";

/**
 * Returns the ids of headings in Hugo's Markdown. A heading with a shortcode has an unknown id, which is
 * omitted. Where `--` becomes a dash, the version decides whether it is left out of the id, and both count.
 */
export function hugoHeadingIds(model: HugoModel): HeadingIds {
  return (headings) => {
    const hasDashes = model.typesetDashes.some((dash) =>
      headings.some(({ source }) => source.includes(dash)),
    );
    const ways = hasDashes ? [true, false] : [false];
    return ways.flatMap((isTypeset) => idsOf(headings, model, isTypeset));
  };
}

function idsOf(
  headings: readonly Heading[],
  { headingIds, readsAttributes, typesetDashes }: HugoModel,
  isTypeset: boolean,
): string[] {
  const used = new Set<string>();
  return headings.flatMap((heading) => {
    const { text, id: named } = readsAttributes
      ? splitHeading(heading)
      : { text: lastLine(heading), id: null };
    if (named === null && headingIds === "none") return [];
    const id =
      named ??
      unused(used, slugOfHugo(shownText(text, isTypeset ? typesetDashes : []), headingIds) || "heading");
    used.add(id);
    // `{#}` leaves it without one.
    return id === "" ? [] : [id];
  });
}

/** With `#` behind the list, the list is text. In front of it, they close the heading. */
function splitHeading(heading: Heading): { text: string; id: string | null } {
  const line = lastLine(heading);
  if (heading.isClosed === true) return { text: line, id: null };
  const { text, id } = splitAttributes(line);
  return { text: text === line ? text : text.replace(/(?:^|[ \t])#{1,200}$/, ""), id };
}

/** Of an underlined heading of several lines, only the last makes the id. */
function lastLine({ source }: Heading): string {
  const from = source.lastIndexOf("\n") + 1;
  return (from === 0 ? source : source.slice(from).replace(/^[> \t]+/, "")).trim();
}

/** Braces are text, as they are not in other Markdown, and no part of an id: any such sign does. */
function shownText(line: string, typesetDashes: readonly string[]): string {
  const source = /\{\{[<%]/.test(line) ? line : line.replace(/[{}]/g, "|");
  return plainHeadingText(source, { mdx: false, typeset: (text) => dropDashes(text, typesetDashes) }).text;
}

function dropDashes(text: string, dashes: readonly string[]): string {
  return dashes.length === 0 ? text : text.replace(/---?/g, (dash) => (dashes.includes(dash) ? "" : dash));
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
