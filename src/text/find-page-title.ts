/**
 * Returns the title in a page's front matter or first heading, from the beginning of the page; null if
 * neither has one.
 */
export function findPageTitle(start: string): string | null {
  const lines = start.replace(/^\uFEFF/, "").split("\n");
  const ofFrontMatter = lines[0]?.trimEnd() === "---" ? titleOfFrontMatter(lines) : null;
  return ofFrontMatter ?? titleOfHeading(lines);
}

function titleOfFrontMatter(lines: readonly string[]): string | null {
  for (const line of lines.slice(1)) {
    if (line.trimEnd() === "---") return null;
    if (line.startsWith("title:")) return unquote(line.slice("title:".length).trim()) || null;
  }
  return null;
}

function unquote(text: string): string {
  const quote = text[0];
  const isQuoted = text.length > 1 && (quote === '"' || quote === "'") && text.endsWith(quote);
  return isQuoted ? text.slice(1, -1) : text;
}

function titleOfHeading(lines: readonly string[]): string | null {
  let fence: string | null = null;
  for (const line of lines) {
    const mark = line.startsWith("```") ? "```" : line.startsWith("~~~") ? "~~~" : null;
    if (mark !== null && (fence === null || fence === mark)) fence = fence === null ? mark : null;
    else if (fence === null && line.startsWith("# ")) return withoutAttributes(line.slice(2).trim()) || null;
  }
  return null;
}

/** Removes `{#id .class}` at the end, which several generators read as the heading's attributes. */
function withoutAttributes(heading: string): string {
  const at = heading.endsWith("}") ? heading.lastIndexOf("{") : -1;
  const first = heading.slice(at + 1).trimStart()[0];
  return at !== -1 && (first === "#" || first === ".") ? heading.slice(0, at).trimEnd() : heading;
}
