import { posix } from "node:path";
import { isScalar, parseDocument } from "yaml";
import type { NavigationEntry } from "../../model/navigation-entry.ts";
import type { SiteContext } from "../../model/site.ts";
import { createPlacer } from "../../pages/place-at.ts";
import { entryOfCategory } from "./name-docs.ts";

const bytesMax = 64 * 1024;

/** Returns the page that a `_category_` file names as the category's own, or null. */
export async function readCategoryLink({ read }: SiteContext, path: string): Promise<NavigationEntry | null> {
  const bytes = await read(path);
  if (bytes.length > bytesMax) return null;
  const text = bytes.toString("utf8");
  const document = parseDocument(text, { logLevel: "silent", uniqueKeys: false, strict: false });
  const id = document.errors.length > 0 ? null : document.getIn(["link", "id"], true);
  if (document.getIn(["link", "type"]) !== "doc" || !isScalar(id) || typeof id.value !== "string")
    return null;
  if (id.range === undefined || id.range === null) return null;
  const quote = id.type?.startsWith("QUOTE_") === true ? 1 : 0;
  const [start, end] = [id.range[0] + quote, id.range[1] - quote];
  if (text.slice(start, end) !== id.value) return null;
  return entryOfCategory(posix.dirname(path), {
    target: id.value,
    place: createPlacer(path, text)(start, end),
  });
}
