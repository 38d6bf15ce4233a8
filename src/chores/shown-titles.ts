import { scanPage } from "../markdown/scan-page.ts";
import type { Page } from "./process-pages.ts";

/** What roles of MyST without a title show: of a page its title, of a label the heading behind it. */
export interface ShownTitles {
  page: string | null;
  labels: ReadonlyMap<string, string>;
}

const labelLine = /^ {0,3}\(([^()]{1,200})\)=\s*$/;

export function readShownTitles({ path, lines }: Page): ShownTitles {
  const { headings } = scanPage(lines.join("\n"), { mdx: path.endsWith(".mdx") });
  const labels = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    const label = labelLine.exec(line)?.[1]?.trim();
    if (label === undefined) continue;
    const heading = headings.find((one) => one.line > index + 1);
    const between = lines.slice(index + 1, (heading?.line ?? 0) - 1);
    if (between.every((one) => one.trim() === "" || labelLine.test(one)) && heading !== undefined)
      labels.set(label, heading.text);
  }
  return { page: headings[0]?.text ?? null, labels };
}
