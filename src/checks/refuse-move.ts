import { isPagePath } from "./build-index.ts";
import type { Site } from "./site.ts";

/** Why a move would take a page off the site without a trace; null when it would not. */
export function refuseMove({ configuration, pages, files }: Site, from: string, to: string): string | null {
  const { routing } = configuration;
  const owner = isPagePath(to) ? (routing?.ownerOf?.(to, files) ?? null) : null;
  const isPage = (routing?.addressesOf({ path: from, facts: pages.get(from) }, files) ?? []).length > 0;
  // Its own index takes its folder along.
  if (owner === null || owner === from || !isPage) return null;
  return `${to} would be a part of ${owner} and no page of its own, so that its address would be lost; move it to another folder`;
}
