import { posix } from "node:path";
import { scanPage } from "../../../markdown/scan-page.ts";
import { decode } from "../../links/split-target.ts";
import type { NavigationEntry } from "../../model/navigation-entry.ts";
import type { SiteContext } from "../../model/site.ts";
import { createPlacer } from "../../pages/place-at.ts";

export interface Summary {
  entries: (NavigationEntry & { /** Of the repository. */ file: string })[];
  /** Files of the repository that it names. */
  pages: Set<string>;
}

/** Reads the `SUMMARY.md` of a book: its links are its pages. */
export async function readSummary({ read }: SiteContext, path: string): Promise<Summary> {
  const text = (await read(path)).toString("utf8");
  const place = createPlacer(path, text);
  const summary: Summary = { entries: [], pages: new Set() };
  for (const { target, start, end, kind } of scanPage(text, { mdx: false }).links) {
    if (kind !== "link" || target === "" || /^(?:[a-z]+:|#)/i.test(target)) continue;
    const bare = decode(target.replace(/[#?].*$/s, ""));
    const file = posix.join(posix.dirname(path), bare).replace(/^\//, "");
    summary.entries.push({ target, place: place(start, end), file });
    summary.pages.add(file);
  }
  return summary;
}
