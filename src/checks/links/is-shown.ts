import type { PageLink } from "../../markdown/page-scan.ts";
import type { Site } from "../model/site.ts";

/** Whether readers see the link, or its picture. */
export function isShown({ configuration }: Site, { isUnused, isInHtml }: PageLink): boolean {
  return isUnused !== true && (isInHtml !== true || configuration.readsMdx === true);
}
