import type { TranslationScope } from "./translation-scope.ts";

const pathsMax = 10;

/** What a turn does not do and why; "" when it brings everything up to date. */
export function describeLeft({ languages, pages, left }: TranslationScope): string {
  const lines: string[] = [];
  if (languages.length === 0) lines.push("There are no translations in the languages that were asked for.");
  if (pages.size === 0)
    for (const { language, current } of languages)
      lines.push(
        `${language}: no translation is known to be stale; ${countPages(current)} say what their sources say.`,
      );
  if (left > 0)
    lines.push(`${countPages(left)} more are stale; the next turn of this kind goes on with them.`);
  for (const { language, unknown } of languages) {
    for (const [reason, found] of Map.groupBy(unknown, (page) => page.reason)) {
      const named = found.slice(0, pathsMax).map(({ path }) => `\`${path.replaceAll("`", "'")}\``);
      const rest = found.length > named.length ? " and others" : "";
      lines.push(
        `${language}: of ${countPages(found.length)} it is not known whether they are stale, because ${reason}: ${named.join(", ")}${rest}.`,
      );
    }
  }
  return lines.join("\n");
}

function countPages(count: number): string {
  return count === 1 ? "1 page" : `${count} pages`;
}
