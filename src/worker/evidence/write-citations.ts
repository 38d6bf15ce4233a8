import type { EventData } from "../../jobs/events.ts";
import { cleanMarkdown, type MarkdownRules } from "../../outgoing/clean-markdown.ts";

const shownMax = 60;

/**
 * Returns the change's evidence, folded, for a pull request's description; empty if nothing was looked up.
 */
export function writeCitations(evidence: EventData<"citations"> | null, rules: MarkdownRules): string[] {
  if (evidence === null) return [];
  const { cited, uncited, unsupported } = evidence;
  const lines = cited.slice(0, shownMax).map(({ path, line, evidence: place, identifier }) => {
    const name = identifier === null ? "" : ` (${code(identifier)})`;
    return `- ${code(`${path}:${line}`)}: ${place === "prompt" ? "the prompt" : code(place)}${name}`;
  });
  const rest = cited.length > lines.length ? [`- … and ${cited.length - lines.length} more`] : [];
  const without = uncited.map(({ path, line }) => `- ${code(`${path}:${line}`)}: no citation`);
  if (lines.length + without.length === 0) return [];
  const missing = without.length === 0 ? "" : `, ${without.length} changed paragraphs without one`;
  const claims = unsupported === 0 ? "" : `, ${unsupported} names that no source has`;
  const list = cleanMarkdown([...lines, ...rest, ...without].join("\n"), rules);
  return [
    `<details>\n<summary>What this rests on: ${cited.length} citations${missing}${claims}</summary>\n\n${list}\n\n</details>`,
  ];
}

/** Formats as code. Paths and names come from others: nothing in them may end the span. */
function code(text: string): string {
  return `\`${text.replace(/[`\r\n]/g, " ")}\``;
}
