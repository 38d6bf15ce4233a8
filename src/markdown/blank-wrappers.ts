const language = "mdx-code-block";
const opening = /^ {0,40}(`{3,4}) {0,9}mdx-code-block\r?$/;

/**
 * Puts spaces in place of the fences around what Docusaurus reads as MDX although it is written as code, so
 * that translators leave it alone. All places in the text stay as they are.
 */
export function blankWrappers(text: string): string {
  if (!text.includes(language)) return text;
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    const fence = opening.exec(lines[at]!)?.[1];
    if (fence === undefined) continue;
    let end = at + 1;
    while (end < lines.length && lines[end]!.trim() !== fence) end += 1;
    if (end === lines.length) break;
    for (const one of [at, end]) lines[one] = lines[one]!.replace(/[^\r]/g, " ");
    at = end;
  }
  return lines.join("\n");
}
