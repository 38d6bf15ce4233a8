import type { PageLink } from "../../markdown/page-scan.ts";
import type { Site } from "../model/site.ts";

/** Whether readers see the link, or its picture. */
export function isShown(
  { configuration: { readsMdx, readsNoMarkdownInElements } }: Site,
  { isUnused, isInHtml, isInElement }: PageLink,
): boolean {
  if (isUnused === true || (isInElement === true && readsNoMarkdownInElements === true)) return false;
  return isInHtml !== true || readsMdx === true;
}
