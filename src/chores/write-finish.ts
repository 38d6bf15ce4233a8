import type { ChoreOutcome } from "./chore.ts";

const titleCharactersMax = 72;
const leftLinesMax = 60;
const leftCharactersMax = 400;
const summaryCharactersMax = 19_000;

/** Writes title and Markdown summary of the `finish` call. */
export function writeFinish(outcomes: readonly ChoreOutcome[]): { title: string; summary: string } {
  const titles = outcomes.map(({ title }) => title).filter((title) => title !== "");
  const more = titles.length > 1 ? ` and ${count(titles.length - 1, "more chore")}` : "";
  const title = cutText(titles[0] ?? "Repair what the checks found", titleCharactersMax - more.length) + more;
  const paragraphs = outcomes.flatMap((outcome) => outcome.paragraphs);
  const left = outcomes.flatMap((outcome) => outcome.left);
  if (left.length > 0) {
    const shown = left.slice(0, leftLinesMax).map((entry) => `- ${cutText(entry, leftCharactersMax)}`);
    const rest = left.length > leftLinesMax ? [`- … and ${left.length - leftLinesMax} more`] : [];
    paragraphs.push(["Left as it is:", ...shown, ...rest].join("\n"));
  }
  return { title, summary: cutText(paragraphs.join("\n\n"), summaryCharactersMax) };
}

/** Returns e.g. "1 page" or "12 pages". */
export function count(number: number, noun: string): string {
  const plural = /(?:s|x|ch)$/.test(noun) ? `${noun}es` : `${noun}s`;
  return `${number.toLocaleString("en-US")} ${number === 1 ? noun : plural}`;
}

/** Limits a text to a number of characters, cut between characters and with an ellipsis. */
function cutText(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  return `${text
    .slice(0, charactersMax - 1)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trimEnd()}…`;
}

/** Names the first entries and counts the others: "a, b and 3 more". */
export function nameSome(entries: readonly string[], max = 8): string {
  if (entries.length <= max) return entries.join(", ");
  return `${entries.slice(0, max).join(", ")} and ${entries.length - max} more`;
}

/** Formats a term as inline code that no backtick inside can end. */
export function quoteTerm(term: string): string {
  return term.includes("`") ? `“${term}”` : `\`${term}\``;
}
