import type { Site } from "../model/site.ts";

export const whyNotReached =
  "the plugin's redirects name files, and it does not know the address that this one has in its language";

/** Whether a redirect between the names of the files leads from the one address to the other. */
export function isReachedByFile(
  { configuration: { routing }, files }: Site,
  from: string,
  to: string,
): boolean {
  const isReached = routing?.isReachedByFile;
  return isReached === undefined || (isReached(from, files) && isReached(to, new Set([...files, to])));
}
