import { isPagePath } from "../model/build-index.ts";
import type { Site } from "../model/site.ts";

/** Returns why a move would leave a page without an address, or null. */
export function refuseMove({ configuration, pages, files }: Site, from: string, to: string): string | null {
  const { routing } = configuration;
  const owner = isPagePath(to) ? (routing?.ownerOf?.(to, files) ?? null) : null;
  const isPage = (routing?.addressesOf({ path: from, facts: pages.get(from) }, files) ?? []).length > 0;
  // The index page of a folder takes the folder with it.
  if (owner === null || owner === from || !isPage) return null;
  return `${to} would be a part of ${owner} and no page of its own, so that its address would be lost; move it to another folder`;
}
