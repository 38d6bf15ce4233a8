import { countOf } from "../../text/count-of.ts";
import type { TranslationScope } from "./translation-scope.ts";

const pathsMax = 10;

/** Describes what a turn leaves undone and why; "" if it brings everything up to date. */
export function describeLeft({ languages, pages, left, tooLong }: TranslationScope): string {
  const lines: string[] = [];
  if (languages.length === 0) lines.push("There are no translations in the languages that were asked for.");
  if (tooLong.length > 0)
    lines.push(`There is more stale text than one turn can take, so update by hand: ${namePages(tooLong)}.`);
  if (pages.size === 0 && tooLong.length === 0)
    for (const { language, current } of languages)
      lines.push(
        `${language}: no translation is known to be stale; up to date: ${countOf(current, "page")}.`,
      );
  if (left > 0) lines.push(`Left to the next turn of this kind: ${countOf(left, "page")}.`);
  for (const { language, unknown } of languages) {
    for (const [reason, found] of Map.groupBy(unknown, (page) => page.reason)) {
      lines.push(
        `${language}: of ${countOf(found, "page")} it is not known whether they are stale, because ${reason}: ${namePages(found.map(({ path }) => path))}.`,
      );
    }
  }
  return lines.join("\n");
}

function namePages(paths: readonly string[]): string {
  const named = paths.slice(0, pathsMax).map((path) => `\`${path.replaceAll("`", "'")}\``);
  return `${named.join(", ")}${paths.length > named.length ? " and others" : ""}`;
}
