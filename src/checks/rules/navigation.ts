import { posix } from "node:path";
import { findEntryPage } from "../changes/find-entry-page.ts";
import type { CheckInput } from "../check-input.ts";
import { isGenerated, mayBeGenerated } from "../links/generated-pages.ts";
import { resolutionsOf } from "../links/resolve-link.ts";
import type { Site } from "../model/site.ts";
import { repairFields } from "../repairs/repair.ts";
import { repairEntry } from "../repairs/repair-entry.ts";
import type { Finding } from "../types.ts";

/**
 * Every navigation entry must name a page, and a page that this change adds must be in the navigation or
 * hidden, or reached by a link where only links lead to pages.
 */
export async function checkNavigation({ site, newPaths }: CheckInput): Promise<Finding[]> {
  const { configuration } = site;
  const findings = [...configuration.findings, ...findUnreadRedirect(site)];
  const reachable = new Set<string>();
  for (const entry of configuration.entries) {
    const page = findEntryPage(site, entry.target);
    if (page !== null) reachable.add(page);
    else if (!isKnownFile(site, entry.target) && !isMadeElsewhere(site, entry.target)) {
      const { path, line, column } = entry.place;
      const message = `the navigation names ${entry.target}, which does not exist`;
      const repair = repairEntry(site, entry);
      findings.push({
        rule: "navigation",
        path,
        line,
        column,
        message,
        target: entry.target,
        ...repairFields(entry.target, repair),
      });
    }
  }
  if (configuration.isReachedByLinks !== undefined)
    findings.push(...findUnlinked(site, newPaths, { reachable, isReached: configuration.isReachedByLinks }));
  if (!configuration.isNavigationKnown) return findings;
  for (const path of newPaths) {
    const page = site.pages.get(path);
    if (page === undefined || page.isHidden || reachable.has(path)) continue;
    if (!configuration.hasRoute(path) || configuration.mayBeUnlisted(path)) continue;
    const menu = configuration.missingEntry?.(path)?.path;
    const message =
      menu === undefined
        ? `this new page is not in ${configuration.navigationFile}; add it, or set hidden: true`
        : `this new page is in no menu; add it to ${menu}`;
    findings.push({ rule: "navigation", path, line: 1, column: 1, message });
  }
  return findings;
}

interface Reached {
  reachable: ReadonlySet<string>;
  isReached: NonNullable<Site["configuration"]["isReachedByLinks"]>;
}

/** New pages that no link leads to, neither of a menu nor of a page. */
function findUnlinked(site: Site, newPaths: readonly string[], { reachable, isReached }: Reached): Finding[] {
  const isLeft = (path: string): boolean =>
    site.pages.get(path)?.isHidden === false &&
    site.configuration.hasRoute(path) &&
    !/(?:^|\/)_[^/]*$/.test(path) &&
    !reachable.has(path) &&
    (isReached === true || !isReached(site, path));
  const unlinked = new Set(newPaths.filter(isLeft));
  if (unlinked.size === 0) return [];
  for (const holder of site.pages.keys())
    for (const found of resolutionsOf(site, holder))
      if ((found.kind === "page" || found.kind === "file") && found.path !== holder)
        unlinked.delete(found.path);
  const message = "no menu or page links to this new page; add it to a menu";
  return [...unlinked].map((path) => ({ rule: "navigation", path, line: 1, column: 1, message }));
}

function findUnreadRedirect({ index, configuration }: Site): Finding[] {
  const { unread } = index.redirects;
  if (unread === null) return [];
  const path = unread.place?.path ?? configuration.navigationFile;
  if (path === null) return [];
  const { line, column } = unread.place ?? { line: 1, column: 1 };
  const message = `the redirects with wildcards are longer than 20,000 characters together: from ${unread.from} on they are not followed`;
  return [{ rule: "redirect", path, line, column, message }];
}

/** Whether something else serves the target, or a build step writes it. */
function isMadeElsewhere(site: Site, target: string): boolean {
  const { configuration, isIgnored } = site;
  if (configuration.isServedElsewhere?.(target, site) === true) return true;
  const { docsRoot } = configuration;
  const bare = target.replace(/[?#].*$/s, "");
  const isPath = docsRoot !== "" && bare.startsWith(`${docsRoot}/`);
  const path = isPath ? bare : posix.join(docsRoot, bare).replace(/^\/|\/$/g, "");
  if (isGenerated(site, path) || mayBeGenerated(site, path)) return true;
  return [path, `${path}.md`, `${path}.mdx`, `${path}/index.md`].some(isIgnored);
}

function isKnownFile(site: Site, target: string): boolean {
  const path = posix.join(site.configuration.docsRoot, target).replace(/^\/|\/$/g, "");
  // literate-nav shows a folder's own menu in the place of such an entry.
  const mayBeFolder = site.configuration.generator === "mkdocs" && target.endsWith("/");
  return site.files.has(path) || (mayBeFolder && site.index.folders.has(path));
}
