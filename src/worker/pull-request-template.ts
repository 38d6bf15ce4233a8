import type { Prepared } from "./run.ts";

const templateCharactersMax = 20_000;

/**
 * The repository's template of a pull request's body at the start commit; null when there is none or it is
 * empty.
 */
export async function findTemplate(
  prepared: Pick<Prepared, "files" | "tree" | "startCommit">,
  templatePaths: readonly string[],
): Promise<string | null> {
  const byLowerCase = new Map(prepared.files.map((path) => [path.toLowerCase(), path]));
  const path = templatePaths
    .map((candidate) => byLowerCase.get(candidate))
    .find((found) => found !== undefined);
  if (path === undefined) return null;
  const content = await prepared.tree.readAt(prepared.startCommit, path);
  const text = content?.toString("utf8").replaceAll("\r\n", "\n").trim() ?? "";
  return text === "" || text.length > templateCharactersMax ? null : text;
}

/**
 * The template with our text where it asks for a description: below its first heading, in place of the hint
 * that stands there as an HTML comment; before everything else when it has no heading. All other sections and
 * check boxes stay for the people.
 */
export function fillTemplate(template: string, text: string): string {
  const lines = template.split("\n");
  const heading = findHeading(lines);
  if (heading === null) return `${text}\n\n${template}`;
  const before = lines.slice(0, heading + 1).join("\n");
  const after = lines
    .slice(heading + 1)
    .join("\n")
    .replace(/^\s*<!--[\s\S]*?-->/, "")
    .trim();
  return [before, text, after].filter((part) => part !== "").join("\n\n");
}

/** Outside of comments and code. */
function findHeading(lines: readonly string[]): number | null {
  let inside: "comment" | "code" | null = null;
  for (const [at, line] of lines.entries()) {
    if (inside === null && /^ {0,3}#{1,6}\s+\S/.test(line)) return at;
    if (inside !== "comment" && /^ {0,3}(```|~~~)/.test(line)) inside = inside === "code" ? null : "code";
    else if (inside === null && line.includes("<!--") && !line.includes("-->")) inside = "comment";
    else if (inside === "comment" && line.includes("-->")) inside = null;
  }
  return null;
}
