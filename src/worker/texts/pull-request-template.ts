import type { Prepared } from "../run.ts";

const templateCharactersMax = 20_000;

/**
 * Returns the repository's pull request template at the start commit; null if there is none, or if it is
 * empty or too long.
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
 * Inserts the text where the template asks for a description: below its first heading, in place of the hint
 * in an HTML comment there; at the top if it has no heading. All other sections and check boxes are left to
 * people.
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

/** Returns the first heading outside of comments and code. */
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
