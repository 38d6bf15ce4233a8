import { slugHeading } from "../../../markdown/slug-heading.ts";
import type { SiteContext } from "../../model/site.ts";
import { findWrittenIds } from "../hugo/template-ids.ts";

const layoutFolder = /(?:^|\/)(?:_includes|_layouts|layouts?|templates?|partials|themes?|_theme)\//i;
const template = /\.(?:njk|liquid|html?|hbs|ejs|mustache|webc|jinja2?|j2)$/i;
const aside = /(?:^|\/)(?:node_modules|vendor|tests?|fixtures)\//;
const heading = /<h[1-6](?:\s[^<>]*)?>([^<>{}]{1,200})<\/h[1-6]>/gi;
const filesMax = 300;
const bytesMax = 256 * 1024;

/** Returns ids that layouts write, and those that a program may give to headings in them. */
export async function readLayoutIds({ files, read }: SiteContext): Promise<ReadonlySet<string>> {
  const paths = [...files].filter(
    (path) => template.test(path) && layoutFolder.test(path) && !aside.test(path),
  );
  const ids = new Set<string>();
  for (const path of paths.slice(0, filesMax)) {
    const bytes = await read(path).catch(() => null);
    if (bytes === null || bytes.length > bytesMax) continue;
    const text = bytes.toString("utf8");
    for (const id of findWrittenIds(text).plain) ids.add(id);
    for (const [, title] of text.matchAll(heading)) ids.add(slugHeading(title!.trim(), "github"));
  }
  return ids;
}
