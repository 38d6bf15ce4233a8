export interface SitePart {
  title: string;
  pages: SitePage[];
}

export interface SitePage {
  title: string;
  /** Path in the documentation's folder, such as `code-hosts/github.md`. */
  file: string;
  /** 0 for a page directly in its part, 1 for one below another page. */
  depth: number;
}

/** Reads the parts and pages of `SUMMARY.md` as mdBook does. */
export function readSummary(text: string): SitePart[] {
  const parts: SitePart[] = [];
  for (const line of text.split("\n")) {
    const part = /^# (.+)$/.exec(line)?.[1];
    if (part !== undefined && part !== "Summary") parts.push({ title: part, pages: [] });
    const page = /^( {0,4})- \[([^\]]+)\]\(([^)]+)\)$/.exec(line);
    if (page !== null)
      parts.at(-1)?.pages.push({ title: page[2]!, file: page[3]!, depth: page[1]!.length > 0 ? 1 : 0 });
  }
  return parts;
}
