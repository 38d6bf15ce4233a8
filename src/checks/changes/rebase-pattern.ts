import { posix } from "node:path";
import type { PageLink } from "../../markdown/page-scan.ts";
import { isPattern } from "../../markdown/scan-myst.ts";
import { relativePath } from "../links/relative-path.ts";
import type { Site } from "../model/site.ts";

/**
 * Writes an entry of a table of contents that stands for any number of pages so that it means the same ones
 * once its page has moved; null for anything else.
 */
export function rebasePattern(
  { configuration }: Site,
  { kind, target }: PageLink,
  from: string,
  to: string,
): string | null {
  const isRead = configuration.routing?.readsRoles === true && kind === "document" && isPattern(target);
  if (!isRead) return null;
  if (target.startsWith("/")) return target;
  return relativePath(posix.dirname(to), posix.join(posix.dirname(from), target));
}
