import type { PageLink } from "../../markdown/page-scan.ts";
import { decode } from "../links/split-target.ts";
import type { Site } from "../model/site.ts";
import { hostAnchor, reachesAnchor } from "./page-anchors.ts";

/** Whether a link of this kind on `from` leads somewhere on `to`, by the rules of whoever shows `from`. */
export function leadsToAnchor(
  site: Site,
  from: string,
  { to, hash, kind }: { to: string; hash: string; kind: PageLink["kind"] },
): boolean {
  if (reachesAnchor(site, to, hash, kind)) return true;
  return site.configuration.beside?.has(from) === true && isOnCodeHost(site, to, hash);
}

/**
 * Whether a code host has the anchor: GitLab joins hyphens, Bitbucket puts a prefix before ids, and the mark
 * that makes a sign an emoji is not in all ids.
 */
function isOnCodeHost({ pages }: Site, page: string, hash: string): boolean {
  const plain = (id: string) => id.replaceAll("\ufe0f", "");
  const name = plain(hostAnchor(decode(hash))).replace(/^markdown-header-/, "");
  const headings = pages.get(page)?.headings ?? [];
  return headings.some(({ slug }) => plain(slug) === name || plain(slug).replace(/--+/g, "-") === name);
}
