import type { Site } from "../model/site.ts";

/** Whether the file is a page in reStructuredText, of which no rule reads the links. */
export function isUnreadMarkup({ configuration: { docsRoot } }: Site, path: string): boolean {
  return path.endsWith(".rst") && (docsRoot === "" || path.startsWith(`${docsRoot}/`));
}
